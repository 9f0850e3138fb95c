package org.portolan.bench.load;

import java.time.Duration;
import org.portolan.bench.api.Text;

/**
 * One run of the generator.
 *
 * @param warmUp the first part of the run, in the series but in no total
 * @param measured the measured time, after the warm-up
 * @param seed of the schedule and of all workers
 * @param lateMax the lateness that the generator itself may cause in one operation in a hundred;
 *     above it the generator may count as the limit
 * @param drain how long operations that were due in the measured time may end after it; those that
 *     have not ended then are unfinished
 */
public record LoadSpec(
    Drive drive, Duration warmUp, Duration measured, long seed, Duration lateMax, Duration drain) {
  /** The permitted lateness of the generator by default. */
  public static final Duration LATE_MAX = Duration.ofMillis(1);

  /** The time for the rest by default. */
  public static final Duration DRAIN = Duration.ofSeconds(10);

  /** A run keeps a sample of each second, so it must end some day. */
  public static final Duration DURATION_MAX = Duration.ofDays(1);

  public LoadSpec {
    if (warmUp.isNegative() || measured.isNegative() || measured.isZero()) {
      throw new IllegalArgumentException(
          Text.format(
              "a run needs a warm-up of at least 0 and a measured time above 0, not %s and %s",
              warmUp, measured));
    }
    if (drain.isNegative()) {
      throw new IllegalArgumentException("the time for the rest is at least 0, not " + drain);
    }
    if (warmUp.plus(measured).compareTo(DURATION_MAX) > 0) {
      throw new IllegalArgumentException("a run takes at most " + DURATION_MAX);
    }
  }

  /** Permits the lateness {@link #LATE_MAX}, and {@link #DRAIN} for the rest. */
  public LoadSpec(Drive drive, Duration warmUp, Duration measured, long seed) {
    this(drive, warmUp, measured, seed, LATE_MAX, DRAIN);
  }

  public LoadSpec withLateMax(Duration other) {
    return new LoadSpec(drive, warmUp, measured, seed, other, drain);
  }

  public LoadSpec withDrain(Duration other) {
    return new LoadSpec(drive, warmUp, measured, seed, lateMax, other);
  }

  /** Returns a run of threads that work as fast as they can. */
  public static LoadSpec closed(int threads, Duration warmUp, Duration measured, long seed) {
    return new LoadSpec(new Drive.Closed(threads, Duration.ZERO), warmUp, measured, seed);
  }

  /** Returns a run of Poisson arrivals. */
  public static LoadSpec open(
      double ratePerSecond, int workers, Duration warmUp, Duration measured, long seed) {
    return new LoadSpec(
        new Drive.Open(ratePerSecond, Drive.Arrivals.POISSON, workers), warmUp, measured, seed);
  }
}
