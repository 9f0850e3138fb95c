/**
 * The work after the commit, or instead of it: settled rows are cleared in the background, rows of
 * dead writers are finished, receipts are folded into counters. Depends on {@code state} and {@code
 * commit}; must not assume that the process that began a write is alive.
 */
package org.portolan.data.internal.repaired.recovery;
