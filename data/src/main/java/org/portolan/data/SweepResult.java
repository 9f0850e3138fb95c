package org.portolan.data;

/**
 * The result of one sweep of a store.
 *
 * @param rows rows looked at: those registered by sessions of other processes; once a day, all rows
 * @param finished rows that were unfinished and are finished now; includes the outboxes of this
 *     process that were cleared, which {@code rows} does not count
 * @param pending rows left to a later sweep because they were too young, were being changed, or
 *     failed, those of this process among them; and sessions that could not be ended
 * @param removed states of rows that were removed, two days or more after the rows were deleted
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
