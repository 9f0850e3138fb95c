package org.portolan.data;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a store can be used by this process, and why not. Immutable.
 *
 * @param status the worst of all reasons
 * @param reasons a line for each; empty if the store is {@link Status#UP}
 * @param answer how long the engine took to answer a read of one row; empty if it did not
 * @param activity the figures from which the reasons follow
 */
public record StoreHealth(
    Status status, List<String> reasons, Optional<Duration> answer, StoreActivity activity) {
  /** How long {@link Store#health()} waits for the engine. */
  public static final Duration ANSWER_MAX = Duration.ofSeconds(2);

  public StoreHealth {
    reasons = List.copyOf(reasons);
  }

  /** Whether a store can be used, from best to worst. */
  public enum Status {
    /** Everything works. */
    UP,
    /** Operations work, but something needs an operator: background work fails or lags. */
    DEGRADED,
    /** The engine does not answer a read, or the store is closed. */
    DOWN
  }

  /** Returns whether requests may be sent to this process: the answer of a readiness endpoint. */
  public boolean ready() {
    return status != Status.DOWN;
  }

  /** Returns the status in one line, and a line for each reason. */
  public String text() {
    StringBuilder text = new StringBuilder(status.name());
    answer.ifPresent(
        took ->
            text.append(String.format(Locale.ROOT, ", answered in %.1f ms", took.toNanos() / 1e6)));
    text.append('\n');
    reasons.forEach(reason -> text.append(reason).append('\n'));
    return text.toString();
  }
}
