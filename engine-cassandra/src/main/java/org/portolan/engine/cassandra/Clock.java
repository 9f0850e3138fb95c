package org.portolan.engine.cassandra;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.portolan.engine.EngineException;
import org.portolan.engine.UnavailableException;

/**
 * Gives the timestamps of changes without a version, in microseconds like Cassandra's: they rise
 * with every call. Thread-safe.
 */
final class Clock {
  private static final long MICROSECONDS_PER_MILLISECOND = 1_000;
  private static final long WAIT_NANOS = 50_000;

  private final AtomicLong last = new AtomicLong();
  private final AtomicLong lastOfColumns = new AtomicLong();

  /** Returns the timestamp of a version. */
  static long ofVersion(long version) {
    return Math.multiplyExact(version, MICROSECONDS_PER_MILLISECOND);
  }

  /** Returns a timestamp above all earlier ones; no caller gets the timestamp just below it. */
  long next() {
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    return last.updateAndGet(before -> Math.max(before + 2, now));
  }

  /** Notes that columns were written at a timestamp of this clock. */
  void columnsAt(long timestamp) {
    lastOfColumns.accumulateAndGet(timestamp, Math::max);
  }

  /**
   * Waits until a server whose time is in whole milliseconds is beyond the last timestamp of
   * columns; if the clocks agree, this takes at most a millisecond. A change on a condition takes
   * the server's time and must not be older than this client's earlier writes.
   *
   * @param timeout how long to wait if the clock was put back
   * @throws UnavailableException if the timeout was too short
   */
  void passColumns(Duration timeout) {
    long end = System.nanoTime() + timeout.toNanos();
    while (System.currentTimeMillis() * MICROSECONDS_PER_MILLISECOND <= lastOfColumns.get()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new EngineException(
            "interrupted before a conditional change was sent; nothing was changed");
      }
      if (System.nanoTime() - end > 0) {
        throw new UnavailableException(
            "the clock of this machine is behind its earlier timestamps: for "
                + timeout
                + " it could not send a conditional change with a later one; nothing was changed;"
                + " wait until the clock has caught up");
      }
      LockSupport.parkNanos(WAIT_NANOS);
    }
  }
}
