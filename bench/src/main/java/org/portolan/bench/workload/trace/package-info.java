/**
 * Traces of requests to Wikipedia, and their replay on a wiki at any pace. Depends on {@code
 * workload.wiki} for the users' operations; must never hold a whole trace in memory.
 */
package org.portolan.bench.workload.trace;
