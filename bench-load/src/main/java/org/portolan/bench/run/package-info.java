/**
 * Runs of workloads as files: configuration, machine and result. An interrupted run still has a
 * result. Reports, comparisons and reruns read the files. Depends on {@code load}; must never draw
 * conclusions from figures.
 */
package org.portolan.bench.run;
