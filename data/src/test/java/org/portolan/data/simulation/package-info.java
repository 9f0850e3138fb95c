/**
 * Stores in a deterministic simulation: several processes, a cluster whose calls go wrong, clocks
 * that run apart, all decided by one seed; and the judge of what they were told. Depends on the
 * public interface of module data and on the simulated clusters of module engine.
 */
package org.portolan.data.simulation;
