/**
 * The format of {@code design.yaml}: from text to nodes with line numbers, and from these to the
 * records of a design. Internal to the module; use {@code DesignReader} and {@code DesignWriter}.
 * Must never decide whether a design is sound: {@code check} does that.
 */
package org.portolan.design.yaml;
