package org.portolan.follow;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits of tests for what other threads and processes do. */
final class Waits {
  private static final long MINUTES_MAX = 2;
  private static final long LOOK_EVERY_MS = 20;

  private Waits() {}

  /**
   * Returns when a condition holds.
   *
   * @param what is waited for, for the message
   * @throws AssertionError if it does not hold within two minutes
   */
  static void until(String what, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(MINUTES_MAX);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("not within " + MINUTES_MAX + " minutes: " + what);
      }
      Thread.sleep(LOOK_EVERY_MS);
    }
  }
}
