/**
 * Measures what an application sees while indexes change beside it. Depends on the wiki's workload,
 * the load generator and the plan of an evolution; knows no engine.
 */
package org.portolan.bench.evolve;
