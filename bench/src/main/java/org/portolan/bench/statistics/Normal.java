package org.portolan.bench.statistics;

/** The normal distribution of mean 0 and variance 1. */
public final class Normal {
  /** Beyond this, the series loses digits and the tail is taken from its continued fraction. */
  private static final double SERIES_MAX = 5;

  private static final int FRACTION_TERMS = 60;
  private static final double QUANTILE_MAX = 40;
  private static final int BISECTIONS = 100;

  private Normal() {}

  /**
   * Returns the probability of a value not above {@code z}, to 14 digits: the series of Marsaglia,
   * Evaluating the Normal Distribution, Journal of Statistical Software 11(4), 2004.
   */
  public static double below(double z) {
    if (z < -SERIES_MAX) {
      return tail(-z);
    }
    if (z > SERIES_MAX) {
      return 1 - tail(z);
    }
    double sum = z;
    double term = z;
    for (int odd = 3; Math.abs(term) > Math.ulp(sum); odd += 2) {
      term *= z * z / odd;
      sum += term;
    }
    return 0.5 + sum * density(z);
  }

  private static double tail(double z) {
    double fraction = z;
    for (int term = FRACTION_TERMS; term >= 1; term--) {
      fraction = z + term / fraction;
    }
    return density(z) / fraction;
  }

  private static double density(double z) {
    return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
  }

  /** Returns the value not exceeded with a probability, which lies between 0 and 1. */
  public static double quantile(double probability) {
    if (probability > 0.5) {
      // The tail on the left has more digits.
      return -quantile(1 - probability);
    }
    double low = -QUANTILE_MAX;
    double high = 0;
    for (int step = 0; step < BISECTIONS; step++) {
      double middle = (low + high) / 2;
      if (below(middle) < probability) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }
}
