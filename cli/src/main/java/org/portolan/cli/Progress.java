package org.portolan.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.OptionalLong;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * The progress of long work: a bar on a terminal, otherwise a line from time to time. Thread-safe.
 */
public final class Progress implements AutoCloseable {
  /** Set by the launcher if the error output is a terminal. */
  private static final String TERMINAL = "portolan.terminal";

  private static final long LINE_EVERY_NANOS = 2_000_000_000L;

  private final String task;
  private final String unit;
  private final PrintWriter err;
  private final OptionalLong expected;

  /** Shown from the first report on; null before, and without a terminal. */
  private ProgressBar bar;

  private final long startNanos = System.nanoTime();
  private long lineNanos = startNanos;

  /**
   * Begins.
   *
   * @param unit the name of the counted things, in the plural
   * @param expected about their final number, if it is known; it is shown until more are reached
   */
  public Progress(String task, String unit, OptionalLong expected, PrintWriter err) {
    this.task = task;
    this.unit = unit;
    this.err = err;
    this.expected = expected;
  }

  /** Returns whether the error output is a terminal. */
  static boolean onTerminal() {
    return Boolean.getBoolean(TERMINAL);
  }

  private static ProgressBar bar(String task, String unit, OptionalLong expected) {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(expected.orElse(-1))
        .setUnit(" " + unit, 1)
        .setStyle(ProgressBarStyle.ASCII)
        .showSpeed()
        .build();
  }

  /** Reports the total number done so far. */
  public synchronized void reached(long count) {
    if (bar == null && onTerminal()) {
      bar = bar(task, unit, expected);
    }
    if (bar != null) {
      if (isPassed(count)) {
        bar.maxHint(-1);
      }
      bar.stepTo(count);
      return;
    }
    long now = System.nanoTime();
    if (now - lineNanos >= LINE_EVERY_NANOS) {
      lineNanos = now;
      err.println(line(count, (now - startNanos) / 1e9));
    }
  }

  /** Returns whether there are more than were expected, so that their number is not known. */
  private boolean isPassed(long count) {
    return expected.isPresent() && count > expected.getAsLong();
  }

  /** Returns the line that says how far the work is after {@code seconds}. */
  String line(long count, double seconds) {
    boolean known = expected.isPresent() && !isPassed(count);
    return String.format(
        Locale.ROOT,
        "%s: %d%s %s, %.0f a second",
        task,
        count,
        known ? " of " + expected.getAsLong() : "",
        unit,
        count / seconds);
  }

  /** Returns the seconds since the beginning. */
  public double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  @Override
  public synchronized void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
