/**
 * The rules that every design obeys, whoever made it, and the collector of problems. Internal to
 * the module; use {@code DesignReader}. Must never know of files and formats.
 */
package org.portolan.design.check;
