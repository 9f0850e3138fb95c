/**
 * Traces of what people asked Wikipedia for, and their replay on a wiki at any pace. Depends on
 * {@code workload.wiki} for what is done; must never hold a whole trace in memory.
 */
package org.portolan.bench.workload.trace;
