/**
 * Changes of a design whose store exists: the differences of two designs, which of them a store can
 * make and at what cost, and the plan. Depends on {@code org.portolan.design}. Must never read or
 * write a store: figures about its rows are given.
 */
package org.portolan.design.evolve;
