/**
 * The cost of every write and read of a design on an engine, without opening a store: guarantee,
 * round trips, and the rows that these touch. Depends on the compiled design and the capabilities
 * of engines. Must never contain a number that the running store could contradict: its tests
 * compare all numbers with the counts of a store.
 */
package org.portolan.data.plan;
