package org.portolan.data.internal.build;

import java.time.Duration;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.background.Waits;

/** Slows a build down, so that others who use the same servers can work. */
public interface Throttle {
  Throttle NONE = rows -> {};

  /** Waits after some rows were read or written, if they came too fast. */
  void passed(int rows);

  /**
   * Returns a throttle that lets a number of rows pass a second, on average. Used by one thread.
   */
  static Throttle ofRate(StoreRuntime runtime, long rowsPerSecond) {
    if (rowsPerSecond < 1) {
      throw new IllegalArgumentException(
          "a build that may pass " + rowsPerSecond + " rows a second never ends; pass at least 1");
    }
    return new Throttle() {
      private final long startNanos = runtime.monotonicNanos();
      private long passed;

      @Override
      public void passed(int rows) {
        passed += rows;
        Duration due = Duration.ofNanos((long) (1e9 * passed / rowsPerSecond));
        Duration early = due.minusNanos(runtime.monotonicNanos() - startNanos);
        if (!early.isNegative() && !early.isZero()) {
          Waits.pause(
              runtime,
              early,
              () -> "the build was interrupted while it waited for its rate; begin it again");
        }
      }
    };
  }
}
