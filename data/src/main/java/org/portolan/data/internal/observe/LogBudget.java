package org.portolan.data.internal.observe;

import java.time.Duration;
import java.util.OptionalLong;
import org.portolan.data.StoreRuntime;

/** Limits the lines of one kind in the log. Thread-safe. */
final class LogBudget {
  private final StoreRuntime runtime;
  private final int linesMax;
  private final Duration span;
  private long beginNanos;
  private int lines;
  private long leftOut;

  /**
   * @param linesMax the most lines in a span
   * @param span begins with its first line
   */
  LogBudget(StoreRuntime runtime, int linesMax, Duration span) {
    this.runtime = runtime;
    this.linesMax = linesMax;
    this.span = span;
  }

  /** Returns how many lines were left out since the last one; empty to leave this one out too. */
  synchronized OptionalLong take() {
    long now = runtime.monotonicNanos();
    if (lines == 0 || now - beginNanos >= span.toNanos()) {
      beginNanos = now;
      lines = 0;
    }
    if (lines == linesMax) {
      leftOut++;
      return OptionalLong.empty();
    }
    lines++;
    long before = leftOut;
    leftOut = 0;
    return OptionalLong.of(before);
  }
}
