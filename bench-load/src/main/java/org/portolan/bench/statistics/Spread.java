package org.portolan.bench.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * The median of some measurements and an interval around it, without an assumption about their
 * distribution.
 *
 * <p>The interval extends from the k-th smallest to the k-th largest measurement, for the largest k
 * with which it contains the true median with a probability of 95 % or more (binomial, as in
 * Hollander &amp; Wolfe, Nonparametric Statistical Methods, 3.6). Fewer than six measurements
 * cannot reach that: then the interval extends from the smallest to the largest, and {@link
 * #confidence} gives its lower probability.
 *
 * @param low the lower end of the interval
 * @param high the upper end of the interval
 * @param confidence the probability that the interval contains the true median
 */
public record Spread(double median, double low, double high, double confidence, int count) {
  private static final double CONFIDENCE_WANTED = 0.95;

  /**
   * Returns the spread of some measurements, in any order.
   *
   * @throws IllegalArgumentException if there is none, or one is not a number
   */
  public static Spread of(double... measurements) {
    if (measurements.length == 0 || Arrays.stream(measurements).anyMatch(Double::isNaN)) {
      throw new IllegalArgumentException(
          "a spread needs measurements that are numbers, not " + Arrays.toString(measurements));
    }
    double[] sorted = measurements.clone();
    Arrays.sort(sorted);
    int count = sorted.length;
    int rank = 0;
    while (rank + 1 < (count + 1) / 2 && confidence(count, rank + 1) >= CONFIDENCE_WANTED) {
      rank++;
    }
    double median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    return new Spread(
        median, sorted[rank], sorted[count - 1 - rank], confidence(count, rank), count);
  }

  public static <R> Spread of(List<R> measurements, ToDoubleFunction<R> figure) {
    return of(measurements.stream().mapToDouble(figure).toArray());
  }

  /**
   * Returns the spread of the quotients of two series measured in the same rounds, so that a
   * disturbance of a round affects both.
   */
  public static <R> Spread ofRatios(
      List<R> numerators, List<R> denominators, ToDoubleFunction<R> figure) {
    if (numerators.size() != denominators.size()) {
      throw new IllegalArgumentException(
          numerators.size() + " measurements cannot be divided by " + denominators.size());
    }
    double[] ratios = new double[numerators.size()];
    Arrays.setAll(
        ratios,
        round ->
            figure.applyAsDouble(numerators.get(round))
                / figure.applyAsDouble(denominators.get(round)));
    return of(ratios);
  }

  /**
   * Returns the probability that the median lies between the measurements at a rank from either
   * end.
   */
  private static double confidence(int count, int rank) {
    return Math.max(0, 1 - 2 * BinomialDistribution.of(count, 0.5).cumulativeProbability(rank));
  }

  /** Returns the median with its interval: "1,234 (1,200–1,300)". */
  public String text() {
    if (count == 1) {
      return number(median);
    }
    return number(median) + " (" + number(low) + "–" + number(high) + ")";
  }

  /** Returns an explanation of the interval in {@link #text}. */
  public String legend() {
    if (count == 1) {
      return "One round: the spread is unknown.";
    }
    return String.format(
        Locale.ROOT,
        "Medians of %d rounds; in parentheses the interval that contains the median with %.1f"
            + " %%%s.",
        count,
        100 * confidence,
        confidence < CONFIDENCE_WANTED ? " (minimum to maximum)" : "");
  }

  private static String number(double value) {
    double size = Math.abs(value);
    String form = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 0.1 ? "%.2f" : "%.4f";
    return String.format(Locale.ROOT, form, value);
  }
}
