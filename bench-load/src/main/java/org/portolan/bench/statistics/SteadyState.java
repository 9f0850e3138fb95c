package org.portolan.bench.statistics;

import java.util.Arrays;

/**
 * The steady part of a series, by the marginal standard error rule (MSER; White, An effective
 * truncation heuristic for bias reduction in simulation output, Simulation 69(6), 1997): the series
 * is cut where the rest has the smallest standard error of its mean. That error is flat around its
 * minimum, so the first cut with nearly the smallest error is taken. The rule detects an atypical
 * beginning and a steady growth; it detects neither cycles nor a growth that begins late.
 *
 * @param start the index of the first value of the steady state; if none was found, the cut that
 *     the rule would make
 * @param found false if the cut lies in the second half: then the series has not settled, or only
 *     its end differs, and a longer measurement is needed
 */
public record SteadyState(int start, boolean found) {
  /** Fewer values than this show nothing. */
  public static final int VALUES_MIN = 10;

  /** Fewer values than this at the end may be alike by chance. */
  private static final int REST_MIN = 5;

  private static final double ERROR_TOLERANCE = 1.25;

  /**
   * Returns the steady state of a series of values measured at equal intervals.
   *
   * @throws IllegalArgumentException if the series has fewer than {@value #VALUES_MIN} values
   */
  public static SteadyState of(double[] series) {
    if (series.length < VALUES_MIN) {
      throw new IllegalArgumentException(
          "a steady state needs a series of at least "
              + VALUES_MIN
              + " values, not "
              + series.length);
    }
    double[] errors = errors(series);
    double bound = Arrays.stream(errors).min().orElse(0) * ERROR_TOLERANCE;
    int start = 0;
    while (errors[start] > bound) {
      start++;
    }
    return new SteadyState(start, start <= series.length / 2);
  }

  /**
   * Returns the error of the rest after each cut, computed from the end with Welford's running
   * squares.
   */
  private static double[] errors(double[] series) {
    double[] errors = new double[series.length - REST_MIN + 1];
    double mean = 0;
    double squares = 0;
    for (int start = series.length - 1; start >= 0; start--) {
      int count = series.length - start;
      double off = series[start] - mean;
      mean += off / count;
      squares += off * (series[start] - mean);
      if (start < errors.length) {
        errors[start] = squares / count / count;
      }
    }
    return errors;
  }
}
