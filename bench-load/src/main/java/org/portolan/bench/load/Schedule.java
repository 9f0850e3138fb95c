package org.portolan.bench.load;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The intended starts of operations, in nanoseconds since the beginning of the run. Shared by all
 * workers of a run; thread-safe.
 */
@FunctionalInterface
public interface Schedule {
  /** No start is left. */
  long END = Long.MAX_VALUE;

  /**
   * Takes the next start, for the calling worker. Starts at a rate or from a trace never decrease.
   * The thread that takes a start performs that operation next, so an implementation may remember
   * the operation by its thread.
   *
   * @param freeSince when the worker was free after its last operation
   * @return {@link #END} if there is none
   */
  long next(long freeSince);

  /**
   * Returns the schedule of a drive.
   *
   * @param endNanos no start is at this time or later
   */
  static Schedule of(Drive drive, long endNanos, long seed) {
    if (drive instanceof Drive.Closed closed) {
      long think = closed.thinkTime().toNanos();
      return freeSince -> before(endNanos, freeSince + think);
    }
    if (drive instanceof Drive.Given given) {
      return freeSince -> before(endNanos, given.starts().next(freeSince));
    }
    Drive.Open open = (Drive.Open) drive;
    return switch (open.arrivals()) {
      case UNIFORM -> uniform(open.ratePerSecond(), endNanos);
      case POISSON -> new PoissonSchedule(open.ratePerSecond(), endNanos, seed);
    };
  }

  /** Returns starts at equal distances, the first at the beginning. */
  private static Schedule uniform(double ratePerSecond, long endNanos) {
    double gapNanos = 1e9 / ratePerSecond;
    AtomicLong taken = new AtomicLong();
    return freeSince -> before(endNanos, (long) (taken.getAndIncrement() * gapNanos));
  }

  private static long before(long endNanos, long start) {
    return start < endNanos ? start : END;
  }
}
