package org.portolan.bench.statistics;

import java.util.Arrays;

/**
 * Tests by ranks alone whether differences of pairs tend to one side: Wilcoxon 1945, counted
 * exactly over all choices of signs, ties included; differences of zero are left out. The test of
 * commons-statistics 1.1 takes the normal distribution if there is a tie or a zero.
 */
final class SignedRankTest {
  private SignedRankTest() {}

  /**
   * Returns the probability of a sum of ranks at least this far from its mean if both signs were
   * equally likely.
   */
  static double probability(double[] differences) {
    double[] kept = Arrays.stream(differences).filter(value -> value != 0).toArray();
    double[] sizes = Arrays.stream(kept).map(Math::abs).sorted().toArray();
    int[] ranksTwice = new int[kept.length];
    int positive = 0;
    for (int index = 0; index < kept.length; index++) {
      ranksTwice[index] = RankTest.rankTwice(sizes, Math.abs(kept[index]));
      positive += kept[index] > 0 ? ranksTwice[index] : 0;
    }
    int total = Arrays.stream(ranksTwice).sum();
    double[] chance = new double[total + 1];
    chance[0] = 1;
    for (int rank : ranksTwice) {
      for (int sum = total; sum >= 0; sum--) {
        chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2;
      }
    }
    double distance = Math.abs(positive - total / 2.0);
    double probability = 0;
    for (int sum = 0; sum <= total; sum++) {
      probability += Math.abs(sum - total / 2.0) >= distance ? chance[sum] : 0;
    }
    return Math.min(1, probability);
  }

  /** Returns the smallest probability that this number of pairs can give. */
  static double smallestProbability(int pairs) {
    return Math.min(1, Math.pow(2, 1.0 - pairs));
  }
}
