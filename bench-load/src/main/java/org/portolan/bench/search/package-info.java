/**
 * The search for the highest load at which enough requests are answered in time: probes, verdicts
 * with their confidence, a trail of all probes. Depends on {@code statistics}, {@code load} and
 * {@code run}; the search itself knows the store only as a target of probes, so tests can use
 * queues whose limit is known. Must never take a limit of the generator for a limit of the store.
 */
package org.portolan.bench.search;
