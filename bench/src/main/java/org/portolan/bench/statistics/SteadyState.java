package org.portolan.bench.statistics;

/**
 * Where a series has left its beginning behind, by the marginal standard error rule MSER-5 (White,
 * Cobb &amp; Spratt, A comparison of five steady-state truncation heuristics for simulation, Winter
 * Simulation Conference 2000): the series is cut where what is left has the smallest standard error
 * of its mean. It finds a beginning that is off and a steady growth; it finds no cycles, and no
 * growth that only begins late.
 *
 * @param start the index of the first value of the steady state; where none was found, of the cut
 *     that the rule would make
 * @param found false if the cut lies in the second half: then the series has not settled, or only
 *     its end differs, and more must be measured
 */
public record SteadyState(int start, boolean found) {
  /** How many values are averaged before the rule is applied. */
  public static final int BATCH = 5;

  /** As the authors advise: with fewer batches left, a mean of two alike values would win. */
  private static final int BATCHES_KEPT_MIN = 5;

  /**
   * Returns the steady state of a series of values taken at equal distances of time.
   *
   * @param series a series of fewer than 10 batches is taken value by value
   * @throws IllegalArgumentException if the series has fewer than 10 values
   */
  public static SteadyState of(double[] series) {
    int batch = series.length >= 2 * BATCHES_KEPT_MIN * BATCH ? BATCH : 1;
    int batches = series.length / batch;
    if (batches < 2 * BATCHES_KEPT_MIN) {
      throw new IllegalArgumentException(
          "a steady state needs a series of at least "
              + 2 * BATCHES_KEPT_MIN
              + " values, not "
              + series.length);
    }
    int best = 0;
    double smallest = Double.POSITIVE_INFINITY;
    double mean = 0;
    double squares = 0;
    // From the end, with Welford's running mean and squares: one pass.
    for (int kept = 1; kept <= batches; kept++) {
      double value = mean(series, (batches - kept) * batch, batch);
      double before = value - mean;
      mean += before / kept;
      squares += before * (value - mean);
      double error = squares / ((double) kept * kept);
      // Of equal errors the longer series: a constant one has no beginning to cut.
      if (kept >= BATCHES_KEPT_MIN && error <= smallest) {
        smallest = error;
        best = batches - kept;
      }
    }
    return new SteadyState(best * batch, best <= batches / 2);
  }

  private static double mean(double[] series, int start, int count) {
    double sum = 0;
    for (int index = start; index < start + count; index++) {
      sum += series[index];
    }
    return sum / count;
  }
}
