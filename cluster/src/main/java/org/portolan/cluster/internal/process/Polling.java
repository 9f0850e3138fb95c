package org.portolan.cluster.internal.process;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.portolan.cluster.ClusterException;

/** Waits for conditions of which no process sends a notification. */
public final class Polling {
  private static final long EVERY_MILLIS = 100;

  private final long startNanos = System.nanoTime();
  private final long nanosMax;

  /** Begins to wait; all calls of {@link #until} together give up after this time from now. */
  public Polling(Duration max) {
    this.nanosMax = max.toNanos();
  }

  /**
   * Waits until a condition holds or the time is over.
   *
   * @return whether it holds
   */
  public boolean until(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - startNanos >= nanosMax) {
        return false;
      }
      pause();
    }
    return true;
  }

  /** Returns the time since the beginning. */
  public Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - startNanos);
  }

  /** Waits for a moment. */
  public static void pause() {
    try {
      Thread.sleep(EVERY_MILLIS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while waiting for a server", interrupted);
    }
  }
}
