package org.portolan.cli;

import java.io.PrintWriter;

/** Tells from time to time how far work of several steps is. Used by one thread. */
final class StepProgress {
  private static final long LINE_EVERY_NANOS = 2_000_000_000L;

  private final String task;
  private final PrintWriter err;
  private long lineNanos = System.nanoTime();

  StepProgress(String task, PrintWriter err) {
    this.task = task;
    this.err = err;
  }

  /** Tells how much of a step is done, unless it was told a moment ago. */
  void at(String step, long done) {
    long now = System.nanoTime();
    if (now - lineNanos >= LINE_EVERY_NANOS) {
      lineNanos = now;
      err.println(task + ": " + done + " " + step);
      err.flush();
    }
  }
}
