/**
 * The workloads that can be named on the command line. Depends on {@code load} for what a workload
 * is and on {@code data} and {@code wiki} for the stores it drives; must never time anything
 * itself.
 */
package org.portolan.bench.workload;
