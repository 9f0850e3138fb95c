package org.portolan.bench.load;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.portolan.data.ConflictCause;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.ConflictException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

/**
 * The outcome of one operation. Immutable. Only {@code OK} counts as throughput; {@link
 * OutcomeKind#failure} says which outcomes make a run fail.
 */
public sealed interface Outcome {

  /** Returns the kind of the operation: its place in {@link Workload#operations}. */
  int operation();

  /** Returns the kind as which it is counted. */
  OutcomeKind kind();

  /**
   * The store answered, rightly by what it was asked for.
   *
   * @param kind {@code OK}, {@code NOT_FOUND} or {@code STALE}
   */
  record Answered(int operation, OutcomeKind kind) implements Outcome {
    private static final Answered[] OK = shared(OutcomeKind.OK);
    private static final Answered[] NOT_FOUND = shared(OutcomeKind.NOT_FOUND);

    /** Almost all operations end so; shared objects avoid allocation. */
    private static Answered[] shared(OutcomeKind kind) {
      return IntStream.range(0, 64)
          .mapToObj(operation -> new Answered(operation, kind))
          .toArray(Answered[]::new);
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

  /**
   * A failure.
   *
   * @param kind one that is a {@link OutcomeKind#failure}
   * @param message for wrong data the key, the expected data and the data read
   */
  record Failed(int operation, OutcomeKind kind, String message) implements Outcome {}

  /** Returns the outcome of a successful operation. */
  static Outcome ok(int operation) {
    return operation < Answered.OK.length
        ? Answered.OK[operation]
        : new Answered(operation, OutcomeKind.OK);
  }

  /** Returns the outcome "not found". */
  static Outcome notFound(int operation) {
    return operation < Answered.NOT_FOUND.length
        ? Answered.NOT_FOUND[operation]
        : new Answered(operation, OutcomeKind.NOT_FOUND);
  }

  /** Returns the outcome of a read of old data, where these are admitted. */
  static Outcome stale(int operation) {
    return new Answered(operation, OutcomeKind.STALE);
  }

  static Outcome wrongData(int operation, String message) {
    return new Failed(operation, OutcomeKind.WRONG_DATA, message);
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
        return new Failed(operation, OutcomeKind.UNKNOWN, cause.getMessage());
      }
      if (cause instanceof UnavailableException) {
        return new Failed(operation, OutcomeKind.TIMEOUT, cause.getMessage());
      }
    }
    return new Failed(operation, OutcomeKind.ERROR, failure.toString());
  }

  private static List<String> texts(Set<RowKey> keys) {
    return keys.stream().map(RowKey::toString).sorted().toList();
  }
}
