/**
 * Edits of one wiki by several processes, some of which are killed: what is given up, how long
 * others are held up, and whether all acknowledged edits are there. Depends on {@code
 * workload.wiki} for the authors; no workload depends on it.
 */
package org.portolan.bench.contention;
