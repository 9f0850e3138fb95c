package org.portolan.data;

import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.engine.RowKey;

/**
 * A write conflicted with others at every attempt and was given up. It has changed nothing, unless
 * it is buffered (see {@link Store}).
 */
public class WriteConflictException extends DataException {
  private static final long serialVersionUID = 1L;

  private final ConflictCause conflictCause;
  private final transient Set<RowKey> keys;
  private final int attempts;

  public WriteConflictException(
      ConflictCause conflictCause, Set<RowKey> keys, int attempts, Throwable cause) {
    super(
        "the write was given up after "
            + attempts
            + " attempts; other writers changed "
            + switch (conflictCause) {
              case SAME_ROW -> "the same row";
              case INDEX_ONLY -> "the same index entries";
              case UNKNOWN -> "data that it had read";
            }
            + " each time"
            + at(keys),
        cause);
    this.conflictCause = conflictCause;
    this.keys = Set.copyOf(keys);
    this.attempts = attempts;
  }

  private static String at(Set<RowKey> keys) {
    return keys.isEmpty()
        ? ""
        : ": " + keys.stream().map(RowKey::toString).sorted().collect(Collectors.joining(", "));
  }

  public ConflictCause conflictCause() {
    return conflictCause;
  }

  /** Returns the rows on which the last attempt failed. */
  public Set<RowKey> keys() {
    return keys;
  }

  public int attempts() {
    return attempts;
  }
}
