package org.portolan.engine.cassandra;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.portolan.engine.EngineException;
import org.portolan.engine.UnavailableException;

/**
 * Gives the timestamps of changes without a version, in microseconds as Cassandra counts: rising
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

  /** Returns a timestamp above all given before; the one below it is given to nobody. */
  long next() {
    long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
    return last.updateAndGet(before -> Math.max(before + 2, now));
  }

  /** Notes that columns were written at a timestamp of this clock. */
  void columnsAt(long timestamp) {
    lastOfColumns.accumulateAndGet(timestamp, Math::max);
  }

  /**
   * Waits until a server that takes its time in whole milliseconds is beyond the last timestamp of
   * columns, at most a millisecond on a machine of the same time: a change on a condition, which
   * takes the server's time, must not be older than what this client has written before it.
   *
   * @param timeout how long to wait where the clock was put back
   * @throws UnavailableException if that was not enough
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
