/**
 * The workloads that can be named on the command line. Depends on {@code load} for the interface of
 * workloads, and on {@code data} and {@code wiki} for their stores; must never time anything
 * itself.
 */
package org.portolan.bench.workload;
