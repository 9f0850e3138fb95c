/**
 * Stores in a deterministic simulation: one seed decides several processes, a cluster whose calls
 * fail, and clocks that drift apart; a judge checks the answers that the processes got. Depends on
 * the public interface of module data and on the simulated clusters of module engine.
 */
package org.portolan.data.simulation;
