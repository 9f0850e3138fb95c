package org.portolan.bench.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/** Pearson's test of counts against the counts expected from theory or from another sample. */
public final class ChiSquare {
  /** A bin with fewer expected draws is joined with the next. */
  private static final double EXPECTED_MIN = 20;

  /**
   * Standard deviations: a correct sampler fails for one seed in a hundred million; a wrong one
   * hardly ever passes with this many draws.
   */
  private static final double DEVIATIONS_MAX = 5.6;

  private ChiSquare() {}

  /** Fails if counts this far from the expected counts are practically impossible. */
  public static void assertFit(String what, long[] counts, double[] expected) {
    double statistic = 0;
    int bins = 0;
    double countSum = 0;
    double expectedSum = 0;
    for (int item = 0; item < counts.length; item++) {
      countSum += counts[item];
      expectedSum += expected[item];
      if (expectedSum >= EXPECTED_MIN) {
        statistic += Math.pow(countSum - expectedSum, 2) / expectedSum;
        bins++;
        countSum = 0;
        expectedSum = 0;
      }
    }
    judge(what, statistic, bins - 1);
  }

  /**
   * Fails if it is practically impossible that two samples of the same size have one distribution.
   */
  public static void assertSame(String what, long[] left, long[] right) {
    List<long[]> bins = new ArrayList<>();
    long[] bin = new long[2];
    for (int item = 0; item < left.length; item++) {
      bin[0] += left[item];
      bin[1] += right[item];
      if (bin[0] + bin[1] >= 2 * EXPECTED_MIN) {
        bins.add(bin);
        bin = new long[2];
      }
    }
    double statistic = 0;
    for (long[] pair : bins) {
      statistic += Math.pow((double) pair[0] - pair[1], 2) / (pair[0] + pair[1]);
    }
    judge(what, statistic, bins.size() - 1);
  }

  private static void judge(String what, double statistic, int freedom) {
    assertThat(freedom).as(what + ": degrees of freedom").isPositive();
    // Wilson and Hilferty 1931: the cube root is close to normal.
    double variance = 2.0 / (9.0 * freedom);
    double deviations = (Math.cbrt(statistic / freedom) - (1 - variance)) / Math.sqrt(variance);
    assertThat(deviations)
        .as("%s: chi-square %.1f of %d degrees of freedom", what, statistic, freedom)
        .isLessThan(DEVIATIONS_MAX);
  }

  /** Returns the number of draws of each item. */
  public static long[] counts(Sampler sampler, int items, int draws) {
    long[] counts = new long[items];
    for (int draw = 0; draw < draws; draw++) {
      counts[(int) sampler.next(items)]++;
    }
    return counts;
  }
}
