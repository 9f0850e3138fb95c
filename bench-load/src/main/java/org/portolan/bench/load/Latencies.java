package org.portolan.bench.load;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** The form of all histograms of latencies: nanoseconds, 1 to an hour, three digits. */
public final class Latencies {
  public static final long HIGHEST = TimeUnit.HOURS.toNanos(1);
  public static final int DIGITS = 3;

  private Latencies() {}

  public static Histogram histogram() {
    return new Histogram(HIGHEST, DIGITS);
  }

  /** Records a latency: a negative one as zero, one above the highest as the highest. */
  public static void record(Histogram histogram, long nanos) {
    record(histogram, nanos, 1);
  }

  /** Records several equal latencies. */
  static void record(Histogram histogram, long nanos, long count) {
    histogram.recordValueWithCount(Math.min(HIGHEST, Math.max(0, nanos)), count);
  }
}
