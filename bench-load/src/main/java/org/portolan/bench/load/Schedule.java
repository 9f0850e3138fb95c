package org.portolan.bench.load;

/**
 * When operations are meant to start, in nanoseconds since the beginning of the run. Shared by all
 * workers of a run; thread-safe.
 */
interface Schedule {
  /** There is none any more. */
  long END = Long.MAX_VALUE;

  /**
   * Takes the next start, for the worker that asks.
   *
   * @param freeSince when the worker was free after its last operation
   * @return {@link #END} if there is none
   */
  long next(long freeSince);

  static Schedule of(Drive drive, long endNanos, long seed) {
    if (drive instanceof Drive.Closed closed) {
      return new ClosedSchedule(closed.thinkTime().toNanos(), endNanos);
    }
    if (drive instanceof Drive.Given given) {
      return new GivenSchedule(given.starts(), endNanos);
    }
    Drive.Open open = (Drive.Open) drive;
    return switch (open.arrivals()) {
      case UNIFORM -> new UniformSchedule(open.ratePerSecond(), endNanos);
      case POISSON -> new PoissonSchedule(open.ratePerSecond(), endNanos, seed);
    };
  }
}
