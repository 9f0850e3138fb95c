/**
 * Processes and directories for benchmarks. Depends on nothing but {@code api}; must never know
 * what is measured.
 */
package org.portolan.bench.system;
