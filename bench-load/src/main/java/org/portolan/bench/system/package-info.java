/**
 * What a benchmark takes from the operating system: processes and directories. Depends on nothing
 * but {@code api}; must never know what is measured.
 */
package org.portolan.bench.system;
