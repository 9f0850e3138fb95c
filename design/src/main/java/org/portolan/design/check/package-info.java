/**
 * The rules for every design, and the collector of problems. Internal to the module; use {@code
 * DesignReader}. Must never know of files and formats.
 */
package org.portolan.design.check;
