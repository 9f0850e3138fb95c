/**
 * Workloads on the rows of any engine: YCSB's core workloads and those of Wang 2014. Depends on
 * {@code engine} and never on one engine or on the data layer, so that the measurement shows the
 * adapter and its store.
 */
package org.portolan.bench.workload.engine;
