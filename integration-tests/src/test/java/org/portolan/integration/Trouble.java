package org.portolan.integration;

import org.portolan.data.WriteConflictException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/** The effect that a failed call reports. */
enum Trouble {
  /** The store did not answer; nothing was changed. */
  UNAVAILABLE,
  /** The write may or may not have happened. */
  OUTCOME_UNKNOWN,
  /** Other writers were faster each time; nothing was changed. */
  WRITE_CONFLICT,
  /** A failure of another type, which no fault of a server may cause. */
  UNTYPED;

  /** Returns the type of a failure, which the data layer may have wrapped. */
  static Trouble of(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof WriteConflictException) {
        return WRITE_CONFLICT;
      }
      if (cause instanceof OutcomeUnknownException) {
        return OUTCOME_UNKNOWN;
      }
      if (cause instanceof UnavailableException) {
        return UNAVAILABLE;
      }
    }
    return UNTYPED;
  }

  boolean changedNothing() {
    return this == UNAVAILABLE || this == WRITE_CONFLICT;
  }
}
