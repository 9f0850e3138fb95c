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
 * What became of one operation. Immutable. Only {@link Ok} counts as throughput; {@link
 * OutcomeKind#failure} says which outcomes make a run fail.
 */
public sealed interface Outcome {

  /** Returns the kind of the operation: its place in {@link Workload#operations}. */
  int operation();

  /** Returns what it is counted as. */
  OutcomeKind kind();

  /** Done, and what was read was right. */
  record Ok(int operation) implements Outcome {
    @Override
    public OutcomeKind kind() {
      return OutcomeKind.OK;
    }
  }

  /** What was asked for is not there, which the workload did not rule out. */
  record NotFound(int operation) implements Outcome {
    @Override
    public OutcomeKind kind() {
      return OutcomeKind.NOT_FOUND;
    }
  }

  /**
   * What was read is not what was written.
   *
   * @param message the key, what was expected, what was read
   */
  record WrongData(int operation, String message) implements Outcome {
    @Override
    public OutcomeKind kind() {
      return OutcomeKind.WRONG_DATA;
    }
  }

  /**
   * A write met others and was given up; nothing was changed.
   *
   * @param keys where it met them, as text; may be empty
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

  /** The store did not answer in time or was not there; nothing was changed. */
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

  /** Returns that an operation was done; the same object each time, so nothing is allocated. */
  static Outcome ok(int operation) {
    return operation < CommonOutcomes.COUNT ? CommonOutcomes.OK[operation] : new Ok(operation);
  }

  /** Returns that nothing was found; the same object each time. */
  static Outcome notFound(int operation) {
    return operation < CommonOutcomes.COUNT
        ? CommonOutcomes.NOT_FOUND[operation]
        : new NotFound(operation);
  }

  /** Returns what an exception of the data layer or an engine says about an operation. */
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
