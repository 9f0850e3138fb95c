package org.portolan.migrate;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;

/** Limits how many rows are read in a second, and counts them. Thread-safe. */
final class Throttle {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int REPORT_ROWS = 1_000;

  private final long rowsPerSecond;
  private final LongConsumer progress;
  private final AtomicLong rows = new AtomicLong();
  private final long startNanos = System.nanoTime();

  /**
   * @param rowsPerSecond 0 for any number
   * @param progress is given the number of rows so far, from time to time
   */
  Throttle(long rowsPerSecond, LongConsumer progress) {
    this.rowsPerSecond = rowsPerSecond;
    this.progress = progress;
  }

  long rows() {
    return rows.get();
  }

  /** Counts a row, and waits if it comes too early. */
  void row() {
    long number = rows.incrementAndGet();
    if (number % REPORT_ROWS == 0) {
      progress.accept(number);
    }
    if (rowsPerSecond > 0) {
      long due = startNanos + (long) (number * NANOS_PER_SECOND / rowsPerSecond);
      for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
        LockSupport.parkNanos(due - now);
      }
    }
  }
}
