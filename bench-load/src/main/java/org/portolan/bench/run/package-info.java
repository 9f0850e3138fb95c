/**
 * Runs of workloads as files: what ran, where, and what came of it, written so that an interrupted
 * run is still a result, and read back by reports, comparisons and reruns. Depends on {@code load};
 * must never draw conclusions from figures.
 */
package org.portolan.bench.run;
