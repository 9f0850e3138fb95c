package org.portolan.bench.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Tests by ranks alone whether one of two variants tends to be higher. They assume no distribution
 * of the values, so with very few values they can show nothing. Ties are counted exactly, for which
 * the tests of commons-statistics 1.1 take the normal distribution.
 *
 * <ul>
 *   <li>Groups: the test of Mann &amp; Whitney 1947, exact for small groups (the shift algorithm of
 *       Streitberg &amp; Röhmel 1986).
 *   <li>Pairs: the test of Wilcoxon 1945, exact over all choices of signs; differences of zero are
 *       left out.
 * </ul>
 *
 * A result is the probability of a sum of ranks at least this far from its mean if the variants
 * were alike.
 */
final class RankTest {
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
  private static final int EXACT_MAX = 100;

  private RankTest() {}

  /**
   * Returns the probability for two groups, in any order.
   *
   * @throws IllegalArgumentException if a group is empty
   */
  static double ofGroups(double[] first, double[] second) {
    if (first.length == 0 || second.length == 0) {
      throw new IllegalArgumentException("an empty group cannot be compared");
    }
    double[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    Arrays.sort(all);
    int[] ranksTwice = Arrays.stream(all).mapToInt(value -> rankTwice(all, value)).toArray();
    int sumTwice = Arrays.stream(first).mapToInt(value -> rankTwice(all, value)).sum();
    return Math.min(
        1,
        all.length <= EXACT_MAX
            ? countedOut(ranksTwice, first.length, sumTwice)
            : approximate(ranksTwice, first.length, sumTwice));
  }

  /** Returns the smallest probability that groups of these sizes can give. */
  static double smallestOfGroups(int first, int second) {
    double ways = 1;
    for (int index = 1; index <= first; index++) {
      ways *= (second + index) / (double) index;
    }
    return Math.min(1, 2 / ways);
  }

  /** Returns the probability for the differences of pairs. */
  static double ofPairs(double[] differences) {
    double[] kept = Arrays.stream(differences).filter(value -> value != 0).toArray();
    double[] sizes = Arrays.stream(kept).map(Math::abs).sorted().toArray();
    int[] ranksTwice = new int[kept.length];
    int positive = 0;
    for (int index = 0; index < kept.length; index++) {
      ranksTwice[index] = rankTwice(sizes, Math.abs(kept[index]));
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
  static double smallestOfPairs(int pairs) {
    return Math.min(1, Math.pow(2, 1.0 - pairs));
  }

  /** Returns twice the rank of a value, where equal values share the mean of their ranks. */
  private static int rankTwice(double[] sorted, double value) {
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
