package org.portolan.data;

/**
 * What one sweep of a store found and did.
 *
 * @param rows rows looked at
 * @param finished rows of which something was left to do, and has been done
 * @param pending rows of which something is left that is too young to be touched, or that others
 *     were changing
 * @param removed remains of rows deleted long ago that were removed
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
