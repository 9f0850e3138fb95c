package org.portolan.bench.load;

import org.portolan.bench.api.Spelled;

/** The kinds of outcomes, as they are counted. */
public enum OutcomeKind implements Spelled {
  /** Done and right. Only this kind counts as throughput. */
  OK(false),
  /** No such record or page: not wrong, but not counted as done either. */
  NOT_FOUND(false),
  /**
   * The data read are older than a write that was acknowledged before the read began, on a store
   * that is not asked for the newest data. Not counted as done, and no failure.
   */
  STALE(false),
  /** The data read differs from the data written. */
  WRONG_DATA(true),
  /**
   * Given up because other writers changed the same data: no failure of the store, but nothing
   * done.
   */
  CONFLICT(false),
  /** No answer in time. */
  TIMEOUT(true),
  /** A write that may or may not have happened. */
  UNKNOWN(true),
  /** Anything else. */
  ERROR(true);

  private final boolean failure;

  OutcomeKind(boolean failure) {
    this.failure = failure;
  }

  /** Returns whether the store answered, rightly by what it was asked for. */
  public boolean answered() {
    return this == OK || this == NOT_FOUND || this == STALE;
  }

  /** Returns whether one such outcome makes the run fail. */
  public boolean failure() {
    return failure;
  }
}
