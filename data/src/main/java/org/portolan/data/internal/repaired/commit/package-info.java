/**
 * The way of a write from its changes to its commit: it is planned, committed on condition of the
 * state before, and its follow-ups are made. A lost answer is resolved here by reading the row.
 * Depends on {@code state}; must not know sweeps or sessions of other processes.
 */
package org.portolan.data.internal.repaired.commit;
