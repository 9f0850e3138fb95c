/**
 * The steps from the changes of a write to its commit: the write is planned and committed on
 * condition of the state before, then its follow-ups are made. A lost answer is resolved here by
 * reading the row. Depends on {@code state}; must not know sweeps or sessions of other processes.
 */
package org.portolan.data.internal.repaired.commit;
