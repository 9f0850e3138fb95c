package org.portolan.bench.statistics;

import java.util.Arrays;

/** The information in a series about its mean, if neighbouring values resemble each other. */
public final class Autocorrelation {
  private Autocorrelation() {}

  /**
   * Returns the number of independent values that would give the mean as exactly as the series
   * does: between 1 and its length. Uses the initial monotone sequence of Geyer, Practical Markov
   * Chain Monte Carlo, Statistical Science 7(4), 1992, 3.3: pairs of autocovariances are summed
   * while they are positive, and none counts as larger than the one before.
   *
   * <p>A series shorter than some ten times its correlation looks more independent than it is.
   *
   * @throws IllegalArgumentException if the series is empty
   */
  public static double effectiveSize(double[] series) {
    int count = series.length;
    if (count == 0) {
      throw new IllegalArgumentException("an empty series has no effective size");
    }
    double mean = Arrays.stream(series).average().orElseThrow();
    double[] centered = Arrays.stream(series).map(value -> value - mean).toArray();
    double variance = covariance(centered, 0);
    if (variance == 0) {
      return count;
    }
    double sum = -variance;
    double before = Double.POSITIVE_INFINITY;
    for (int lag = 0; lag + 1 < count; lag += 2) {
      double pair = covariance(centered, lag) + covariance(centered, lag + 1);
      if (pair <= 0) {
        break;
      }
      before = Math.min(pair, before);
      sum += 2 * before;
    }
    // Negatively correlated neighbours would give more than {@code count} values; the result does
    // not rely on that.
    return Math.max(1, Math.min(count, count * variance / Math.max(sum, Double.MIN_NORMAL)));
  }

  private static double covariance(double[] centered, int lag) {
    double sum = 0;
    for (int index = 0; index + lag < centered.length; index++) {
      sum += centered[index] * centered[index + lag];
    }
    return sum / centered.length;
  }
}
