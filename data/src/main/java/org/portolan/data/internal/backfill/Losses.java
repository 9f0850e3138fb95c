package org.portolan.data.internal.backfill;

import java.time.Duration;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.pace.Pace;

/** The races against writers that a backfill has lost in a row. Used by one thread. */
final class Losses {
  /** A process that was suspended for longer than {@link #TIME_MIN} has lost one race by that. */
  private static final int IN_A_ROW_MIN = 100;

  private static final Duration TIME_MIN = Duration.ofMinutes(5);

  /** The bound of the wait grows by so much with each race that was lost in a row. */
  private static final long WAIT_NANOS = 1_000_000;

  private static final int WAITS_MAX = 50;

  private final StoreRuntime runtime;
  private Stopwatch sinceWon;
  private int inARow;

  Losses(StoreRuntime runtime) {
    this.runtime = runtime;
    this.sinceWon = runtime.stopwatch();
  }

  void won() {
    inARow = 0;
    sinceWon = runtime.stopwatch();
  }

  /** Notes a lost race, and waits some milliseconds: the longer, the more were lost. */
  void lost() {
    inARow++;
    long bound = 1 + WAIT_NANOS * Math.min(inARow, WAITS_MAX);
    Pace.pause(runtime, Duration.ofNanos(runtime.random().nextLong(bound)));
  }

  /** Returns whether no race was won for so long that the backfill should end. */
  boolean areTooMany() {
    return inARow >= IN_A_ROW_MIN && sinceWon.exceeds(TIME_MIN);
  }
}
