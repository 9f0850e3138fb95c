package org.portolan.bench.load;

import org.portolan.bench.api.Spelled;

/** What an outcome is counted as. */
public enum OutcomeKind implements Spelled {
  /** Done and right. The only one that is throughput. */
  OK(false),
  /** Nothing there: not wrong, but not counted as done either. */
  NOT_FOUND(false),
  /** Read something else than was written. */
  WRONG_DATA(true),
  /** Given up because others wrote the same: no failure of the store, but nothing done. */
  CONFLICT(false),
  /** No answer in time. */
  TIMEOUT(true),
  /** Nobody knows whether it was done. */
  UNKNOWN(true),
  /** Anything else. */
  ERROR(true);

  private final boolean failure;

  OutcomeKind(boolean failure) {
    this.failure = failure;
  }

  /** Returns whether a run with one such outcome does not exit with status 0. */
  public boolean failure() {
    return failure;
  }
}
