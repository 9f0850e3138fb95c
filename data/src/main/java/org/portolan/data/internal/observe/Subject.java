package org.portolan.data.internal.observe;

import org.portolan.data.ConstraintException;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.ItemExistsException;
import org.portolan.data.RowExistsException;
import org.portolan.data.StoreOperation.Outcome;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;

/** What is known of an operation only when it has run. Used by the thread of the operation. */
final class Subject {
  private String object;

  /** What the function of a write has thrown; null if nothing. */
  private Throwable thrown;

  Subject(String object) {
    this.object = object;
  }

  /** Returns the name in the design. */
  String object() {
    return object;
  }

  /** Begins another attempt of a write. */
  void attempt() {
    object = "";
    thrown = null;
  }

  /** Notes what a write changes; the first counts. */
  void changes(String entity) {
    if (object.isEmpty()) {
      object = entity;
    }
  }

  void threw(Throwable failure) {
    thrown = failure;
  }

  /**
   * Returns how the operation ended.
   *
   * @param failure null if it returned
   */
  Outcome outcome(Throwable failure) {
    if (failure == null) {
      return Outcome.OK;
    }
    if (failure instanceof WriteConflictException) {
      return Outcome.CONFLICT;
    }
    if (failure instanceof UnavailableException) {
      return Outcome.UNAVAILABLE;
    }
    if (failure instanceof OutcomeUnknownException) {
      return Outcome.UNKNOWN;
    }
    if (failure instanceof RowExistsException
        || failure instanceof ItemExistsException
        || failure instanceof ConstraintException
        || failure instanceof DuplicateValueException
        || failure instanceof CapabilityException) {
      return Outcome.REFUSED;
    }
    if (failure == thrown && !(failure instanceof StoreException)) {
      return Outcome.WITHDRAWN;
    }
    return failure instanceof IllegalArgumentException ? Outcome.REFUSED : Outcome.FAILED;
  }
}
