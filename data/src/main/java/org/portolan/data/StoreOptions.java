package org.portolan.data;

import java.time.Duration;
import java.time.InstantSource;

/**
 * How a store object works, whatever the design.
 *
 * @param retryPolicy how often writes that meet others are tried again
 * @param sweepInterval the mean wait of a {@link Store.Guarantee#REPAIRED} store between two sweeps
 *     of its own; each wait is random, from half to one and a half of it. Zero for none: then
 *     nobody folds counters or finishes what dead writers left, unless {@link Store#sweep} is
 *     called
 * @param sweepGrace how long a session must be silent, and how old what it left must be, before a
 *     sweep finishes it: until then its writer is probably still at work
 * @param unreadAfter after how many puts of new rows of an entity, without one of a row that was
 *     there, a {@link Store.Guarantee#REPAIRED} store takes the next row that is put for new, and
 *     does not read it: if it is not, its commit fails, and the work runs again. {@link
 *     Integer#MAX_VALUE} for never
 * @param runtime clocks, threads and chance; versions come from its wall clock, and the clocks of
 *     all processes at a store should agree to within {@link #CLOCK_SKEW_MAX}
 */
public record StoreOptions(
    RetryPolicy retryPolicy,
    Duration sweepInterval,
    Duration sweepGrace,
    int unreadAfter,
    StoreRuntime runtime) {
  /**
   * How far the wall clocks of the processes at one store should be apart at most. Beyond it
   * nothing is lost, but intents may be rolled back early, so that their writes run again.
   */
  public static final Duration CLOCK_SKEW_MAX = Duration.ofMinutes(2);

  public static final StoreOptions DEFAULT =
      new StoreOptions(
          RetryPolicy.DEFAULT,
          Duration.ofSeconds(15),
          Duration.ofSeconds(10),
          4,
          StoreRuntime.system());

  public StoreOptions {
    if (sweepInterval.isNegative() || sweepGrace.isNegative()) {
      throw new IllegalArgumentException(
          "the interval and the grace of sweeps must not be negative but are "
              + sweepInterval
              + " and "
              + sweepGrace);
    }
    if (unreadAfter < 0) {
      throw new IllegalArgumentException("a number of puts must not be negative: " + unreadAfter);
    }
  }

  /** Returns these options with another retry policy. */
  public StoreOptions with(RetryPolicy newRetryPolicy) {
    return new StoreOptions(newRetryPolicy, sweepInterval, sweepGrace, unreadAfter, runtime);
  }

  /** Returns these options with other sweeps. */
  public StoreOptions sweeping(Duration newInterval, Duration newGrace) {
    return new StoreOptions(retryPolicy, newInterval, newGrace, unreadAfter, runtime);
  }

  /** Returns these options with another number of puts after which one is not read. */
  public StoreOptions unreadAfter(int puts) {
    return new StoreOptions(retryPolicy, sweepInterval, sweepGrace, puts, runtime);
  }

  /** Returns these options with another wall clock. */
  public StoreOptions at(InstantSource newClock) {
    return in(runtime.withWallClock(newClock));
  }

  /** Returns these options with another runtime. */
  public StoreOptions in(StoreRuntime newRuntime) {
    return new StoreOptions(retryPolicy, sweepInterval, sweepGrace, unreadAfter, newRuntime);
  }
}
