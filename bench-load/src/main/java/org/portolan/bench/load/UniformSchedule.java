package org.portolan.bench.load;

import java.util.concurrent.atomic.AtomicLong;

/** Starts that are all the same time apart, the first at the beginning. */
final class UniformSchedule implements Schedule {
  private final double gapNanos;
  private final long endNanos;
  private final AtomicLong taken = new AtomicLong();

  UniformSchedule(double ratePerSecond, long endNanos) {
    this.gapNanos = 1e9 / ratePerSecond;
    this.endNanos = endNanos;
  }

  @Override
  public long next(long freeSince) {
    long start = (long) (taken.getAndIncrement() * gapNanos);
    return start < endNanos ? start : END;
  }
}
