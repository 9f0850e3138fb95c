package org.portolan.engine.ignite;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.portolan.engine.EngineException;
import org.portolan.engine.UnavailableException;

/** Retries of work that conflicts with others: with growing random waits, for a bounded time. */
final class Retries {
  private static final long WAIT_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
  private static final int WAITS_GROWING = 20;

  private final String act;
  private final long deadline;
  private int attempts;

  Retries(String act, int timeoutMs) {
    this.act = act;
    deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMs);
  }

  /**
   * Waits after an attempt that failed.
   *
   * @throws UnavailableException if the time is over
   * @throws EngineException if this thread is interrupted
   */
  void next() {
    attempts++;
    if (Thread.currentThread().isInterrupted()) {
      throw new EngineException(
          "interrupted after " + attempts + " attempts to " + act + "; nothing was changed");
    }
    if (System.nanoTime() - deadline > 0) {
      throw new UnavailableException(
          "gave up trying to "
              + act
              + " after "
              + attempts
              + " attempts: other transactions changed it each time; nothing was changed");
    }
    LockSupport.parkNanos(
        ThreadLocalRandom.current().nextLong(WAIT_NANOS * Math.min(attempts, WAITS_GROWING)));
  }

  int attempts() {
    return attempts;
  }
}
