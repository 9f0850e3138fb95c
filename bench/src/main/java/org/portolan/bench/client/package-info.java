/**
 * What comparisons with an engine's own client share: the cluster of a store, found from the URI
 * that the engine reads, the engine's client, and the processor time of a turn. Depends on the
 * engine interface, on the engines' clients and on {@code cluster}; must never depend on a
 * benchmark.
 */
package org.portolan.bench.client;
