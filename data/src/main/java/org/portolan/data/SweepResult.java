package org.portolan.data;

/**
 * What one sweep of a store found and did.
 *
 * @param rows rows looked at: those registered by sessions of other processes, once a day all
 * @param finished rows that had something left to do, which is done now; includes this process's
 *     own outboxes that were cleared, which {@code rows} does not count
 * @param pending rows left to a later sweep: too young, being changed, or failed; and sessions that
 *     could not be ended
 * @param removed states of rows deleted at least a day ago that were removed
 * @param folded additions to counters that were folded into their sums
 */
public record SweepResult(long rows, long finished, long pending, long removed, long folded) {
  public static final SweepResult NOTHING = new SweepResult(0, 0, 0, 0, 0);

  /** Returns the summary that a script can read. */
  public String summary() {
    return "rows="
        + rows
        + " finished="
        + finished
        + " pending="
        + pending
        + " removed="
        + removed
        + " folded="
        + folded;
  }
}
