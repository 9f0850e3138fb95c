package org.portolan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class RankTestTest {

  /**
   * Permeability of membranes: Hollander &amp; Wolfe 1973, p. 69; R's wilcox.test(x, y, alternative
   * = "greater") gives W = 35, p = 0.1272, that is 0.2544 two-sided.
   */
  @Test
  void of_hollandersExample_isHis() {
    double[] first = {0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
    double[] second = {1.15, 0.88, 0.90, 0.74, 1.21};
    assertThat(RankTest.ofGroups(first, second)).isCloseTo(0.2544, within(0.0001));
  }

  @Test
  void of_threeAgainstThree_cannotBeSmallerThanATenth() {
    assertThat(RankTest.ofGroups(new double[] {1, 2, 3}, new double[] {4, 5, 6}))
        .isCloseTo(0.1, within(1e-12));
    assertThat(RankTest.smallestOfGroups(3, 3)).isCloseTo(0.1, within(1e-12));
    assertThat(RankTest.smallestOfGroups(4, 4)).isCloseTo(2 / 70.0, within(1e-12));
  }

  /**
   * By hand: of the 6 choices of 2 ranks among 1, 2.5, 2.5, 4, the sums of four are as far from the
   * mean as 1 + 2.5.
   */
  @Test
  void of_tiedGroups_countsAllChoices() {
    assertThat(RankTest.ofGroups(new double[] {1, 2}, new double[] {2, 3}))
        .isCloseTo(4 / 6.0, within(1e-12));
    assertThat(RankTest.ofGroups(new double[] {7, 7}, new double[] {7, 7})).isEqualTo(1);
  }

  @Test
  void of_largeGroups_approximatesTheExactTest() {
    Random random = new Random(1);
    double[] first = random.doubles(50).toArray();
    double[] second = random.doubles(50).map(value -> value + 0.1).toArray();
    double[] more = Arrays.copyOf(second, 51);
    more[50] = 0.6;
    // Up to a hundred values are counted out.
    assertThat(RankTest.ofGroups(first, more))
        .isCloseTo(RankTest.ofGroups(first, second), within(0.02));
  }

  /** R: wilcox.test(extra ~ group, data = sleep, paired = TRUE) leaves out the zero; 2 / 2^9. */
  @Test
  void signedRanks_ofDifferencesAllOfOneSign_isTwoChoicesOfSigns() {
    double[] differences = {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};
    assertThat(RankTest.ofPairs(differences)).isCloseTo(2 / 512.0, within(1e-12));
    assertThat(RankTest.ofPairs(new double[] {0, 0})).isEqualTo(1);
    assertThat(RankTest.smallestOfPairs(6)).isEqualTo(1 / 32.0);
  }
}
