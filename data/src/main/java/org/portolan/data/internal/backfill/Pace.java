package org.portolan.data.internal.backfill;

import java.time.Duration;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.background.Waits;

/** Lets a job wait, so that it handles no more rows in a second than it may. Of one thread. */
final class Pace {
  private static final long NANOS = 1_000_000_000L;

  private final StoreRuntime runtime;
  private final long rowsPerSecondMax;
  private final Stopwatch begun;
  private long rows;

  Pace(StoreRuntime runtime, long rowsPerSecondMax) {
    this.runtime = runtime;
    this.rowsPerSecondMax = rowsPerSecondMax;
    this.begun = runtime.stopwatch();
  }

  /** Waits until all rows so far, and some more, may have been handled. */
  void handled(long more) {
    rows += more;
    Duration due =
        Duration.ofSeconds(rows / rowsPerSecondMax)
            .plusNanos(NANOS * (rows % rowsPerSecondMax) / rowsPerSecondMax);
    pause(due.minus(begun.elapsedMonotonic()));
  }

  /** Waits some milliseconds after a lost race: the longer, the more were lost in a row. */
  void lost(int inARow) {
    pause(Duration.ofNanos(runtime.random().nextLong(1 + 1_000_000L * Math.min(inARow, 50))));
  }

  private void pause(Duration wait) {
    if (!wait.isNegative() && !wait.isZero()) {
      Waits.pause(
          runtime,
          wait,
          () -> "the backfill was interrupted; another run goes on from the last checkpoint");
    }
  }
}
