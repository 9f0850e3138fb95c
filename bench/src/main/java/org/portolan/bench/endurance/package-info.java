/**
 * Whether a store of counters stays as quick under load as it was at the start. Depends on the data
 * layer, the load generator, and what all benchmarks share; knows no engine.
 */
package org.portolan.bench.endurance;
