package org.portolan.bench.load;

import java.util.List;
import java.util.Set;
import org.portolan.data.ConflictCause;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.ConflictException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

/**
 * The outcome of one operation. Immutable. Only {@link Ok} counts as throughput; {@link
 * OutcomeKind#failure} says which outcomes make a run fail.
 */
public sealed interface Outcome {

  /** Returns the kind of the operation: its place in {@link Workload#operations}. */
  int operation();

  /** Returns the kind as which it is counted. */
  OutcomeKind kind();

  /** Done, and the data read was right. */
  record Ok(int operation) implements Outcome {
    @Override
    public OutcomeKind kind() {
      return OutcomeKind.OK;
    }
  }

  /** The record or page does not exist, which is possible in this workload. */
  record NotFound(int operation) implements Outcome {
    @Override
    public OutcomeKind kind() {
      return OutcomeKind.NOT_FOUND;
    }
  }

  /**
   * The data read differs from the data written.
   *
   * @param message the key, the expected data, the data read
   */
  record WrongData(int operation, String message) implements Outcome {
    @Override
    public OutcomeKind kind() {
      return OutcomeKind.WRONG_DATA;
    }
  }

  /**
   * A write was given up after conflicts with other writers; nothing was changed.
   *
   * @param keys the keys of the conflict, as text; may be empty
   */
  record Conflict(int operation, ConflictCause cause, List<String> keys) implements Outcome {
    public Conflict {
      keys = List.copyOf(keys);
    }

    @Override
    public OutcomeKind kind() {
      return OutcomeKind.CONFLICT;
    }
  }

  /** The store did not answer in time or was unavailable; nothing was changed. */
  record Timeout(int operation, String message) implements Outcome {
    @Override
    public OutcomeKind kind() {
      return OutcomeKind.TIMEOUT;
    }
  }

  /** A write may or may not have happened. */
  record Unknown(int operation, String message) implements Outcome {
    @Override
    public OutcomeKind kind() {
      return OutcomeKind.UNKNOWN;
    }
  }

  /** Anything else that went wrong. */
  record Failed(int operation, String message) implements Outcome {
    @Override
    public OutcomeKind kind() {
      return OutcomeKind.ERROR;
    }
  }

  /** Returns the outcome of a successful operation: a shared object, to avoid allocation. */
  static Outcome ok(int operation) {
    return operation < CommonOutcomes.COUNT ? CommonOutcomes.OK[operation] : new Ok(operation);
  }

  /** Returns the outcome "not found": a shared object. */
  static Outcome notFound(int operation) {
    return operation < CommonOutcomes.COUNT
        ? CommonOutcomes.NOT_FOUND[operation]
        : new NotFound(operation);
  }

  /**
   * Returns the outcome of an operation that ended with an exception of the data layer or an
   * engine.
   */
  static Outcome of(int operation, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof WriteConflictException conflict) {
        return new Conflict(operation, conflict.conflictCause(), texts(conflict.keys()));
      }
      if (cause instanceof ConflictException conflict) {
        return new Conflict(operation, ConflictCause.UNKNOWN, texts(conflict.keys()));
      }
      if (cause instanceof OutcomeUnknownException) {
        return new Unknown(operation, cause.getMessage());
      }
      if (cause instanceof UnavailableException) {
        return new Timeout(operation, cause.getMessage());
      }
    }
    return new Failed(operation, failure.toString());
  }

  private static List<String> texts(Set<RowKey> keys) {
    return keys.stream().map(RowKey::toString).sorted().toList();
  }
}
