/**
 * The load generator measured itself: how fast it goes and how true its latencies are. Depends on
 * {@code load}; must never be what a claim about a store rests on.
 */
package org.portolan.bench.generator;
