package org.portolan.data;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of a store object; they do not depend on the design.
 *
 * @param retryPolicy how often a write is retried after a conflict
 * @param sweepInterval the mean wait of a {@link Store.Guarantee#REPAIRED} store between two sweeps
 *     that it makes by itself; each wait is random, from half to one and a half of the mean. Zero
 *     for none: then the store folds counters and finishes the rows of dead writers only when
 *     {@link Store#sweep} is called. At most {@link #SWEEP_TIME_MAX}
 * @param sweepGrace how long a session must be silent, and how old its unfinished rows must be,
 *     before a sweep finishes them; until then the writer is probably still at work. At most {@link
 *     #SWEEP_TIME_MAX}
 * @param unreadAfter after how many consecutive puts of new rows of an entity a {@link
 *     Store.Guarantee#REPAIRED} store takes the next row that is put for new, and does not read it:
 *     if the row exists, the commit fails, and the work runs again. {@link Integer#MAX_VALUE} for
 *     never
 * @param runtime clocks, threads and random numbers; versions come from its wall clock, and the
 *     clocks of all processes at a store should agree to within {@link #CLOCK_SKEW_MAX}
 * @param listeners hear of every operation; none by default
 * @param slow an operation that takes longer is logged with its calls to the engine, at most ten in
 *     ten seconds; zero, the default, for none. A store that has neither listeners nor this counts
 *     nothing for single operations
 * @param unfinishedLoads whether a store may be opened whose {@linkplain StoreLoad load} was
 *     interrupted, to finish it; otherwise it is refused
 * @param autoWindow how often a store looks at the indexes whose layout it may change by itself. An
 *     index moves once in 60 windows at most, and to fewer partitions only if that was right for
 *     1,440
 */
public record StoreOptions(
    RetryPolicy retryPolicy,
    Duration sweepInterval,
    Duration sweepGrace,
    int unreadAfter,
    StoreRuntime runtime,
    List<StoreListener> listeners,
    Duration slow,
    boolean unfinishedLoads,
    Duration autoWindow) {
  /**
   * The largest difference that the wall clocks of the processes at one store should have. If the
   * difference is larger, no write is lost, but intents may be rolled back early, and then their
   * writes run again.
   */
  public static final Duration CLOCK_SKEW_MAX = Duration.ofMinutes(2);

  /** The largest interval and the largest grace of sweeps. */
  public static final Duration SWEEP_TIME_MAX = Duration.ofDays(30);

  public static final StoreOptions DEFAULT =
      new StoreOptions(
          RetryPolicy.DEFAULT,
          Duration.ofSeconds(15),
          Duration.ofSeconds(10),
          4,
          StoreRuntime.system(),
          List.of(),
          Duration.ZERO,
          false,
          Duration.ofMinutes(1));

  public StoreOptions {
    requireSweepTime("sweepInterval", sweepInterval);
    requireSweepTime("sweepGrace", sweepGrace);
    if (unreadAfter < 0) {
      throw new IllegalArgumentException("a number of puts must not be negative: " + unreadAfter);
    }
    if (slow.isNegative()) {
      throw new IllegalArgumentException("slow must not be negative but is " + slow);
    }
    if (autoWindow.isNegative() || autoWindow.isZero()) {
      throw new IllegalArgumentException("autoWindow must be positive but is " + autoWindow);
    }
    listeners = List.copyOf(listeners);
  }

  private static void requireSweepTime(String option, Duration time) {
    if (time.isNegative() || time.compareTo(SWEEP_TIME_MAX) > 0) {
      throw new IllegalArgumentException(
          option + " must be from 0 to " + SWEEP_TIME_MAX.toDays() + " days but is " + time);
    }
  }

  /** Returns these options with another retry policy. */
  public StoreOptions with(RetryPolicy newRetryPolicy) {
    return new StoreOptions(
        newRetryPolicy,
        sweepInterval,
        sweepGrace,
        unreadAfter,
        runtime,
        listeners,
        slow,
        unfinishedLoads,
        autoWindow);
  }

  /** Returns these options with other sweeps. */
  public StoreOptions sweeping(Duration newInterval, Duration newGrace) {
    return new StoreOptions(
        retryPolicy,
        newInterval,
        newGrace,
        unreadAfter,
        runtime,
        listeners,
        slow,
        unfinishedLoads,
        autoWindow);
  }

  /** Returns these options with another {@code unreadAfter}. */
  public StoreOptions unreadAfter(int puts) {
    return new StoreOptions(
        retryPolicy,
        sweepInterval,
        sweepGrace,
        puts,
        runtime,
        listeners,
        slow,
        unfinishedLoads,
        autoWindow);
  }

  /** Returns these options with another wall clock. */
  public StoreOptions at(InstantSource newClock) {
    return in(runtime.withWallClock(newClock));
  }

  /** Returns these options with another runtime. */
  public StoreOptions in(StoreRuntime newRuntime) {
    return new StoreOptions(
        retryPolicy,
        sweepInterval,
        sweepGrace,
        unreadAfter,
        newRuntime,
        listeners,
        slow,
        unfinishedLoads,
        autoWindow);
  }

  /** Returns these options with one more listener. */
  public StoreOptions listening(StoreListener listener) {
    List<StoreListener> more = new ArrayList<>(listeners);
    more.add(listener);
    return new StoreOptions(
        retryPolicy,
        sweepInterval,
        sweepGrace,
        unreadAfter,
        runtime,
        more,
        slow,
        unfinishedLoads,
        autoWindow);
  }

  /** Returns these options with another time from which an operation is logged; zero for none. */
  public StoreOptions slow(Duration time) {
    return new StoreOptions(
        retryPolicy,
        sweepInterval,
        sweepGrace,
        unreadAfter,
        runtime,
        listeners,
        time,
        unfinishedLoads,
        autoWindow);
  }

  /** Returns these options for a store whose load was interrupted, to be finished. */
  public StoreOptions admittingUnfinishedLoads() {
    return new StoreOptions(
        retryPolicy,
        sweepInterval,
        sweepGrace,
        unreadAfter,
        runtime,
        listeners,
        slow,
        true,
        autoWindow);
  }

  /** Returns these options with another time between two looks at automatic indexes. */
  public StoreOptions autoWindow(Duration time) {
    return new StoreOptions(
        retryPolicy,
        sweepInterval,
        sweepGrace,
        unreadAfter,
        runtime,
        listeners,
        slow,
        unfinishedLoads,
        time);
  }
}
