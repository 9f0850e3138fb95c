package org.portolan.bench.growth;

import java.util.List;
import java.util.function.ToLongFunction;
import org.portolan.data.Trace;

/**
 * What one operation costs at one size: the median of each count over some samples.
 *
 * @param nanos the median time, which decides nothing
 */
record Figures(
    long roundTrips,
    long keysRead,
    long keysWritten,
    long bytesRead,
    long bytesWritten,
    long nanos) {

  /** One run of an operation. */
  record Sample(Trace.Counts counts, long nanos) {}

  /** By how much a flat count of bytes may differ, whatever it is: a block of a list, about. */
  private static final long BYTES_SLACK = 8 << 10;

  private static final long KEYS_SLACK = 8;
  private static final int FACTOR = 2;

  static Figures of(List<Sample> samples) {
    return new Figures(
        median(samples, sample -> sample.counts().roundTrips()),
        median(samples, sample -> sample.counts().keysRead()),
        median(samples, sample -> sample.counts().keysWritten()),
        median(samples, sample -> sample.counts().bytesRead()),
        median(samples, sample -> sample.counts().bytesWritten()),
        median(samples, Sample::nanos));
  }

  private static long median(List<Sample> samples, ToLongFunction<Sample> count) {
    long[] sorted = samples.stream().mapToLong(count).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  /**
   * Returns whether an operation that costs this costs about the same at a larger size: one round
   * trip more at most, and no count more than doubled, apart from a small constant. Time does not
   * count.
   */
  boolean isFlatUpTo(Figures larger) {
    return larger.roundTrips <= roundTrips + 1
        && isFlat(keysRead, larger.keysRead, KEYS_SLACK)
        && isFlat(keysWritten, larger.keysWritten, KEYS_SLACK)
        && isFlat(bytesRead, larger.bytesRead, BYTES_SLACK)
        && isFlat(bytesWritten, larger.bytesWritten, BYTES_SLACK);
  }

  private static boolean isFlat(long small, long large, long slack) {
    return large <= FACTOR * small + slack;
  }
}
