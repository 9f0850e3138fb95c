/**
 * What all benchmarks share: rounds of interleaved variants, spreads, tables, child processes.
 * Depends on nothing but the benchmark's own interface; must never know what is measured.
 */
package org.portolan.bench.measure;
