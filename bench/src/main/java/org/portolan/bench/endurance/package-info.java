/**
 * Measures whether a store with counters stays as quick under load as it was at the start. Depends
 * on the data layer, the load generator, and the shared parts of benchmarks; knows no engine.
 */
package org.portolan.bench.endurance;
