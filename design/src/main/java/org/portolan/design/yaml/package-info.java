/**
 * The format of {@code design.yaml}: from text to nodes that know their lines, and from these to
 * the records of a design. Internal to the module; use {@code DesignReader} and {@code
 * DesignWriter}. Must never decide whether a design is sound: that is {@code check}'s.
 */
package org.portolan.design.yaml;
