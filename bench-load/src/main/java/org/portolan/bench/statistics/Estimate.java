package org.portolan.bench.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A measured number with its error.
 *
 * @param mean the best guess
 * @param error its standard error; 0 if nothing varied
 * @param degrees the degrees of freedom of the standard error; 0 if the error is unknown
 */
public record Estimate(double mean, double error, double degrees) {
  public Estimate {
    if (!Double.isFinite(mean) || !(error >= 0) || !(degrees >= 0)) {
      throw new IllegalArgumentException(
          "no estimate has mean " + mean + ", error " + error + " and degrees " + degrees);
    }
  }

  /**
   * Returns the mean of independent repeats. With one repeat the error is unknown.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Estimate ofRepeats(double... repeats) {
    requireSome(repeats.length);
    double mean = Arrays.stream(repeats).average().orElseThrow();
    return new Estimate(
        mean,
        repeats.length == 1 ? 0 : Math.sqrt(variance(repeats, mean) / repeats.length),
        repeats.length - 1);
  }

  /**
   * Returns the mean of a series in time, whose neighbours may resemble each other: the error is
   * that of {@link Autocorrelation#effectiveSize} independent values.
   *
   * @throws IllegalArgumentException if the series is empty
   */
  public static Estimate ofSeries(double... series) {
    requireSome(series.length);
    double mean = Arrays.stream(series).average().orElseThrow();
    double size = Autocorrelation.effectiveSize(series);
    if (series.length == 1 || size < 2) {
      return new Estimate(mean, 0, 0);
    }
    return new Estimate(mean, Math.sqrt(variance(series, mean) / size), size - 1);
  }

  /**
   * Returns the interval around the mean by Student's distribution; all numbers if the error is
   * unknown.
   */
  public Interval interval(double confidence) {
    double tail = Interval.tail(confidence);
    if (degrees == 0) {
      return new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, confidence);
    }
    double half =
        error == 0 ? 0 : TDistribution.of(degrees).inverseSurvivalProbability(tail) * error;
    return new Interval(mean - half, mean + half, confidence);
  }

  /**
   * Returns the difference to another estimate that was measured independently: Welch, The
   * generalization of Student's problem when several different population variances are involved,
   * Biometrika 34, 1947.
   */
  public Estimate minus(Estimate other) {
    double variance = error * error + other.error * other.error;
    double difference = mean - other.mean;
    if (degrees == 0 || other.degrees == 0) {
      return new Estimate(difference, Math.sqrt(variance), 0);
    }
    if (variance == 0) {
      return new Estimate(difference, 0, degrees + other.degrees);
    }
    double spread = Math.pow(error, 4) / degrees + Math.pow(other.error, 4) / other.degrees;
    return new Estimate(difference, Math.sqrt(variance), variance * variance / spread);
  }

  private static double variance(double[] values, double center) {
    double sum = 0;
    for (double value : values) {
      sum += (value - center) * (value - center);
    }
    return sum / (values.length - 1);
  }

  private static void requireSome(int count) {
    if (count == 0) {
      throw new IllegalArgumentException("nothing was measured, so nothing can be estimated");
    }
  }
}
