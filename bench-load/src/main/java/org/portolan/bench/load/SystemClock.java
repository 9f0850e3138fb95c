package org.portolan.bench.load;

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The machine's clock. A thread that sleeps wakes some fifty microseconds late, which is the
 * kernel's timer slack; for the last of the wait it therefore spins. At most one thread in two
 * processors may spin, and it gives way to any other, so that waiting does not take the processors
 * from a store on the same machine; those that may not spin sleep and are that much late.
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

  @SuppressWarnings("ThreadPriorityCheck") // Gives way to the store; nothing relies on it.
  private static void spin(long nanos) {
    while (nanos - System.nanoTime() > 0) {
      Thread.yield();
    }
  }
}
