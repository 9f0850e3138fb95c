package org.portolan.bench.load;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The machine's clock. A sleeping thread wakes some fifty microseconds late, because of the
 * kernel's timer slack; so a thread spins for the last part of its wait. At most one thread per two
 * processors may spin, and it yields to all others, so that waiting does not take the processors
 * from a store on the same machine. The other threads sleep and wake late.
 */
final class SystemClock implements Clock {
  private static final long SLEEP_LATE_NANOS = 70_000;
  private static final long SLEEP_NANOS_MAX = 100_000_000;

  private final Semaphore spinning =
      new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2));

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void waitUntil(long nanos, BooleanSupplier stopped) {
    long remaining = nanos - System.nanoTime();
    while (remaining > 0 && !stopped.getAsBoolean()) {
      if (remaining > SLEEP_LATE_NANOS) {
        LockSupport.parkNanos(Math.min(remaining - SLEEP_LATE_NANOS, SLEEP_NANOS_MAX));
      } else if (spinning.tryAcquire()) {
        try {
          spin(nanos);
        } finally {
          spinning.release();
        }
      } else {
        LockSupport.parkNanos(1);
      }
      remaining = nanos - System.nanoTime();
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // Yields to the store; nothing relies on it.
  private static void spin(long nanos) {
    while (nanos - System.nanoTime() > 0) {
      Thread.yield();
    }
  }
}
