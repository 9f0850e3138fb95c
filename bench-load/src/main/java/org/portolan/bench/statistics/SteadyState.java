package org.portolan.bench.statistics;

import java.util.Arrays;

/**
 * Where a series has left its beginning behind, by the marginal standard error rule (MSER; White,
 * An effective truncation heuristic for bias reduction in simulation output, Simulation 69(6),
 * 1997): the series is cut where what is left has the smallest standard error of its mean. That
 * error is flat around its minimum, so the first cut that comes near it is taken. The rule finds a
 * beginning that is off and a steady growth; it finds no cycles, and no growth that only begins
 * late.
 *
 * @param start the index of the first value of the steady state; where none was found, of the cut
 *     that the rule would make
 * @param found false if the cut lies in the second half: then the series has not settled, or only
 *     its end differs, and more must be measured
 */
public record SteadyState(int start, boolean found) {
  /** Fewer values than these say nothing. */
  public static final int VALUES_MIN = 10;

  /** Fewer values at the end may be alike by chance. */
  private static final int REST_MIN = 5;

  private static final double ERROR_TOLERANCE = 1.25;

  /**
   * Returns the steady state of a series of values taken at equal distances of time.
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

  /** Returns the error of what each cut leaves, from the end with Welford's running squares. */
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
