package org.portolan.bench.search;

import java.time.Duration;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * The responses of one second of a probe, in little memory: their number within the limit and
 * within shorter limits. Immutable.
 */
public final class ResponseBlock {
  /**
   * The number of limits. Each is an eighth of an octave above the one before; the last is the
   * limit itself.
   */
  private static final int LIMITS = 121;

  private static final double LIMITS_PER_OCTAVE = 8;
  private static final double[] SHARES = new double[LIMITS];

  static {
    Arrays.setAll(SHARES, index -> Math.pow(2, (index - (LIMITS - 1)) / LIMITS_PER_OCTAVE));
  }

  private final long requests;
  private final long answered;
  private final long[] within;

  private ResponseBlock(long requests, long answered, long[] within) {
    this.requests = requests;
    this.answered = answered;
    this.within = within;
  }

  /**
   * Returns a block.
   *
   * @param requests the number of requests
   * @param notAnswered the number of responses within the limit that were no answers
   * @param within returns the number of responses that took at most the given nanoseconds
   */
  public static ResponseBlock of(
      Duration limit, long requests, long notAnswered, LongUnaryOperator within) {
    long[] counts = new long[LIMITS];
    Arrays.setAll(counts, index -> within.applyAsLong(Math.round(limit.toNanos() * SHARES[index])));
    return new ResponseBlock(requests, counts[LIMITS - 1] - notAnswered, counts);
  }

  /** Returns the number of requests. */
  public long requests() {
    return requests;
  }

  /** Returns the number of requests that were answered within the limit. */
  public long answered() {
    return answered;
  }

  /** Returns the number of responses within a shorter limit. */
  long within(int index) {
    return within[index];
  }

  /** Returns the first of the shorter limits within which at least half of the requests ended. */
  int medianIndex() {
    int index = 0;
    while (index < LIMITS && within[index] * 2 < requests) {
      index++;
    }
    return index;
  }

  /** Returns the number of limits; the longest is the limit itself. */
  static int limits() {
    return LIMITS;
  }
}
