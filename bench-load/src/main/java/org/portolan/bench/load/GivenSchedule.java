package org.portolan.bench.load;

/** The starts that somebody gives, up to the end of the run. */
final class GivenSchedule implements Schedule {
  private final Drive.Starts starts;
  private final long endNanos;

  GivenSchedule(Drive.Starts starts, long endNanos) {
    this.starts = starts;
    this.endNanos = endNanos;
  }

  @Override
  public long next(long freeSince) {
    long start = starts.next();
    return start < endNanos ? start : END;
  }
}
