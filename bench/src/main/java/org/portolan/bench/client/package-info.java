/**
 * Finds the cluster of a store for an engine's own client, from the URI that the engine reads.
 * Depends on the engine interface and on the engines' clients; must never depend on a benchmark.
 */
package org.portolan.bench.client;
