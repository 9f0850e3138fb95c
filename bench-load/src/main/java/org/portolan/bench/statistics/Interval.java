package org.portolan.bench.statistics;

/**
 * A range that holds an unknown number with some probability, over many repeats of the whole
 * measurement.
 *
 * @param low the lower end, which may be negative infinity
 * @param high the upper end, which may be positive infinity
 * @param confidence the probability, between 0 and 1
 */
public record Interval(double low, double high, double confidence) {
  public Interval {
    if (!(low <= high)) {
      throw new IllegalArgumentException("an interval cannot go from " + low + " to " + high);
    }
    requireConfidence(confidence);
  }

  /** Returns whether the interval contains a number; the ends are included. */
  public boolean contains(double number) {
    return low <= number && number <= high;
  }

  /** Returns the probability of each of two equal tails. */
  static double tail(double confidence) {
    requireConfidence(confidence);
    return (1 - confidence) / 2;
  }

  private static void requireConfidence(double confidence) {
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException(
          "a confidence must lie between 0 and 1, like 0.95, and not be " + confidence);
    }
  }
}
