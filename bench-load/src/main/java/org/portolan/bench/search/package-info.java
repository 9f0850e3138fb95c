/**
 * The search for the highest load at which enough requests answer in time: probes, verdicts with
 * their confidence, a trail of all of them. Depends on {@code statistics}, {@code load} and {@code
 * run}; the search itself knows a store only as something that can be probed, so that it is tested
 * against queues whose limit is known. Must never take a limit of the generator for one of the
 * store.
 */
package org.portolan.bench.search;
