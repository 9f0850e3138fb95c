package org.portolan.data.internal.observe;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.portolan.data.StoreOperation;
import org.portolan.data.StoreRuntime;
import org.portolan.data.Trace;

/**
 * Logs slow operations, one line each: at most {@value #LINES_MAX} in ten seconds, so that a slow
 * store does not drown its log. Lines are bounded, because a trace keeps few calls, and contain
 * neither keys nor values. Thread-safe.
 */
final class SlowLog {
  static final int LINES_MAX = 10;
  static final Duration SPAN = Duration.ofSeconds(10);

  private final Duration slow;
  private final LogBudget budget;
  private final Consumer<String> log;

  /**
   * @param slow zero for no log
   */
  SlowLog(Duration slow, StoreRuntime runtime, Consumer<String> log) {
    this.slow = slow;
    this.budget = new LogBudget(runtime, LINES_MAX, SPAN);
    this.log = log;
  }

  boolean isOn() {
    return !slow.isZero();
  }

  void finished(StoreOperation operation) {
    if (isOn() && operation.duration().compareTo(slow) > 0) {
      OptionalLong leftOut = budget.take();
      if (leftOut.isPresent()) {
        log.accept(line(operation, leftOut.getAsLong()));
      }
    }
  }

  private static String line(StoreOperation operation, long leftOut) {
    StringBuilder line = new StringBuilder("slow ");
    line.append(lower(operation.kind()));
    if (!operation.object().isEmpty()) {
      line.append(" of ").append(operation.object());
    }
    line.append(": ").append(lower(operation.outcome()));
    line.append(" after ").append(millis(operation.duration()));
    line.append(", attempts=").append(operation.attempts());
    line.append(' ').append(operation.cost()).append("; calls:");
    String separator = " ";
    for (Trace.Call call : operation.calls()) {
      line.append(separator).append(lower(call.kind())).append(' ').append(call.rows());
      line.append(" until ").append(millis(call.end()));
      separator = ", ";
    }
    Trace.Counts cost = operation.cost();
    long more = cost.roundTrips() + cost.retries() - operation.calls().size();
    if (more > 0) {
      line.append(", and ").append(more).append(" more");
    } else if (operation.calls().isEmpty()) {
      line.append(" none");
    }
    if (leftOut > 0) {
      line.append("; ").append(leftOut).append(" slow operations before this one are not logged");
    }
    return line.toString();
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  private static String millis(Duration time) {
    return String.format(Locale.ROOT, "%.1f ms", time.toNanos() / 1e6);
  }
}
