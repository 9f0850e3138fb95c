/**
 * Measures the load generator itself: its highest rate and the accuracy of its latencies. Depends
 * on {@code load}; no claim about a store may rest on it.
 */
package org.portolan.bench.generator;
