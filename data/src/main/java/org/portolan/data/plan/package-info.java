/**
 * What every write and read of a design does on an engine, told without opening a store: its
 * guarantee, its round trips, what they touch. Depends on the compiled design and what engines say
 * of themselves. Must never have a number of its own that the running store could contradict: its
 * tests compare all of them with what a store counts.
 */
package org.portolan.data.plan;
