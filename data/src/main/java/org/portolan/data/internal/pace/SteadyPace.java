package org.portolan.data.internal.pace;

import java.time.Duration;
import org.portolan.data.StoreRuntime;

/** Handles at most a fixed number of rows in a second. Used by one thread. */
final class SteadyPace implements Pace {
  private static final long NANOS = 1_000_000_000L;

  private final StoreRuntime runtime;
  private final long rowsPerSecondMax;

  /** When the rows so far may have been handled. */
  private long dueNanos;

  SteadyPace(StoreRuntime runtime, long rowsPerSecondMax) {
    this.runtime = runtime;
    this.rowsPerSecondMax = rowsPerSecondMax;
    this.dueNanos = runtime.monotonicNanos();
  }

  @Override
  public void handled(long more) {
    long now = runtime.monotonicNanos();
    // A job that was held up does not hurry afterwards.
    dueNanos = Math.max(dueNanos, now - NANOS);
    dueNanos += NANOS * (more / rowsPerSecondMax);
    dueNanos += NANOS * (more % rowsPerSecondMax) / rowsPerSecondMax;
    if (dueNanos > now) {
      Pace.pause(runtime, Duration.ofNanos(dueNanos - now));
    }
  }
}
