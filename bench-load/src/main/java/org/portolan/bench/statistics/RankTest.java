package org.portolan.bench.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Tests by ranks alone whether one of two groups tends to be higher: the test of Mann &amp; Whitney
 * 1947, exact for small groups, ties included (the shift algorithm of Streitberg &amp; Röhmel
 * 1986). It assumes no distribution of the values, so with very few values it can show nothing: see
 * {@link #smallestProbability}.
 *
 * @param statistic the number of pairs in which the first is above the second, ties counted as
 *     half: U
 * @param probability of a statistic at least this far from its mean if the groups were alike
 * @param exact whether the probability was counted exactly, or comes from the normal distribution
 */
public record RankTest(double statistic, double probability, boolean exact) {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final int EXACT_MAX = 100;

  /**
   * Returns the test of two groups, in any order.
   *
   * @throws IllegalArgumentException if a group is empty
   */
  public static RankTest of(double[] first, double[] second) {
    if (first.length == 0 || second.length == 0) {
      throw new IllegalArgumentException("an empty group cannot be compared");
    }
    double[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    Arrays.sort(all);
    int[] ranksTwice = Arrays.stream(all).mapToInt(value -> rankTwice(all, value)).toArray();
    int sumTwice = Arrays.stream(first).mapToInt(value -> rankTwice(all, value)).sum();
    double statistic = sumTwice / 2.0 - first.length * (first.length + 1) / 2.0;
    boolean exact = all.length <= EXACT_MAX;
    double probability =
        exact
            ? countedOut(ranksTwice, first.length, sumTwice)
            : approximate(ranksTwice, first.length, sumTwice);
    return new RankTest(statistic, Math.min(1, probability), exact);
  }

  /** Returns the smallest probability that groups of these sizes can give. */
  public static double smallestProbability(int first, int second) {
    double ways = 1;
    for (int index = 1; index <= first; index++) {
      ways *= (second + index) / (double) index;
    }
    return Math.min(1, 2 / ways);
  }

  /** Returns twice the rank of a value, where equal values share the mean of their ranks. */
  static int rankTwice(double[] sorted, double value) {
    int below = 0;
    int equal = 0;
    for (double other : sorted) {
      below += other < value ? 1 : 0;
      equal += other == value ? 1 : 0;
    }
    return 2 * below + equal + 1;
  }

  private static double countedOut(int[] ranksTwice, int chosen, int sumTwice) {
    int total = Arrays.stream(ranksTwice).sum();
    double[][] ways = new double[chosen + 1][total + 1];
    ways[0][0] = 1;
    for (int rank : ranksTwice) {
      for (int count = chosen; count >= 1; count--) {
        for (int sum = total; sum >= rank; sum--) {
          ways[count][sum] += ways[count - 1][sum - rank];
        }
      }
    }
    double mean = (double) total * chosen / ranksTwice.length;
    double distance = Math.abs(sumTwice - mean);
    double all = 0;
    double asFar = 0;
    for (int sum = 0; sum <= total; sum++) {
      all += ways[chosen][sum];
      // Sums are whole and means are multiples of 1/n, so equal distances differ by rounding only.
      asFar += Math.abs(sum - mean) >= distance - 1e-6 ? ways[chosen][sum] : 0;
    }
    return asFar / all;
  }

  private static double approximate(int[] ranksTwice, int chosen, int sumTwice) {
    double count = ranksTwice.length;
    double mean = Arrays.stream(ranksTwice).average().orElseThrow();
    double squares =
        Arrays.stream(ranksTwice).mapToDouble(rank -> (rank - mean) * (rank - mean)).sum();
    double variance = chosen * (count - chosen) / (count * (count - 1)) * squares;
    // Ranks are doubled, so half a rank, the correction for continuity, is 1.
    double distance = Math.max(0, Math.abs(sumTwice - mean * chosen) - 1);
    return variance == 0 ? 1 : 2 * NORMAL.survivalProbability(distance / Math.sqrt(variance));
  }
}
