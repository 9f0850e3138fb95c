package org.portolan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.bench.statistics.Ratio.Basis;
import org.portolan.bench.statistics.Ratio.Verdict;

final class RatioTest {
  private static final long SEED = 20_260_205;
  private static final int RUNS = 2_000;

  @Test
  void ofRepeats_ofScaledFigures_isTheScale() {
    Ratio ratio =
        Ratio.ofRepeats(new double[] {100, 102, 98, 101}, new double[] {200, 204, 196, 202}, 0.95);
    assertThat(ratio.ratio()).isCloseTo(2, within(1e-12));
    assertThat(ratio.interval().low()).isBetween(1.9, 2.0);
    assertThat(ratio.interval().high()).isBetween(2.0, 2.1);
    assertThat(ratio.verdict()).isEqualTo(Verdict.HIGHER);
    assertThat(ratio.ranksCanTell()).isTrue();
  }

  @Test
  void verdict_ofOneRepeatEach_isTooFew() {
    Ratio ratio = Ratio.ofRepeats(new double[] {1}, new double[] {5}, 0.95);
    assertThat(ratio.verdict()).isEqualTo(Verdict.TOO_FEW);
    assertThat(ratio.basis()).isEqualTo(Basis.NOTHING);
    assertThat(ratio.interval().low()).isZero();
    assertThat(ratio.interval().high()).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void verdict_ofThreeClearRepeats_restsOnTheIntervalAlone() {
    Ratio ratio = Ratio.ofRepeats(new double[] {10, 11, 10}, new double[] {5, 5.2, 4.9}, 0.95);
    assertThat(ratio.verdict()).isEqualTo(Verdict.LOWER);
    assertThat(ratio.ranksCanTell()).isFalse();
  }

  @Test
  void verdict_whereRanksDisagree_showsNoDifference() {
    double[] first = {1, 1.001, 0.999, 1.002, 0.998, 1.0005};
    double[] second = {1.004, 1.0045, 1.0035, 1.0042, 0.9991, 0.9989};
    Ratio ratio = Ratio.ofRepeats(first, second, 0.80);
    assertThat(ratio.rankProbability()).isGreaterThan(0.05);
    assertThat(Ratio.ofRepeats(first, second, 0.95).verdict())
        .isEqualTo(Verdict.NO_DIFFERENCE_SHOWN);
  }

  @ParameterizedTest(name = "{0} repeats against {1}, deviations {2} and {3}")
  @CsvSource({"3, 3, 0.05, 0.05", "5, 5, 0.05, 0.15", "10, 4, 0.2, 0.2", "20, 20, 0.1, 0.4"})
  void ofRepeats_ofManyExperiments_holdsTheRatioAsOftenAsItSays(
      int firstCount, int secondCount, double firstDeviation, double secondDeviation) {
    Random random = new Random(SEED);
    int held = 0;
    for (int run = 0; run < RUNS; run++) {
      Ratio ratio =
          Ratio.ofRepeats(
              figures(random, firstCount, 100, firstDeviation),
              figures(random, secondCount, 130, secondDeviation),
              0.95);
      held += ratio.interval().contains(1.3) ? 1 : 0;
    }
    assertThat(held / (double) RUNS).as("seed " + SEED).isBetween(0.92, 0.98);
  }

  @Test
  void ofPairs_ofManyDisturbedRounds_holdsTheRatioAndIsNarrower() {
    Random random = new Random(SEED);
    int held = 0;
    int narrower = 0;
    for (int run = 0; run < RUNS; run++) {
      double[] first = new double[6];
      double[] second = new double[6];
      for (int round = 0; round < 6; round++) {
        double disturbance = Math.exp(0.3 * random.nextGaussian());
        first[round] = 10 * disturbance * Math.exp(0.02 * random.nextGaussian());
        second[round] = 11 * disturbance * Math.exp(0.02 * random.nextGaussian());
      }
      Interval paired = Ratio.ofPairs(first, second, 0.95).interval();
      Interval apart = Ratio.ofRepeats(first, second, 0.95).interval();
      held += paired.contains(1.1) ? 1 : 0;
      narrower += paired.high() - paired.low() < apart.high() - apart.low() ? 1 : 0;
    }
    assertThat(held / (double) RUNS).as("seed " + SEED).isBetween(0.92, 0.98);
    assertThat(narrower).isGreaterThan(RUNS * 95 / 100);
  }

  @ParameterizedTest(name = "{0} repeats each")
  @CsvSource({"2", "3", "5", "10"})
  void verdict_ofAlikeVariants_showsADifferenceNoMoreOftenThanItSays(int repeats) {
    Random random = new Random(SEED);
    int shown = 0;
    for (int run = 0; run < RUNS; run++) {
      Ratio ratio =
          Ratio.ofRepeats(
              figures(random, repeats, 100, 0.2), figures(random, repeats, 100, 0.2), 0.95);
      shown += ratio.verdict() == Verdict.NO_DIFFERENCE_SHOWN ? 0 : 1;
    }
    assertThat(shown / (double) RUNS).as("seed " + SEED).isLessThanOrEqualTo(0.06);
  }

  @Test
  void verdict_ofVariantsFarApart_showsIt() {
    Random random = new Random(SEED);
    int shown = 0;
    for (int run = 0; run < RUNS; run++) {
      Ratio ratio =
          Ratio.ofRepeats(figures(random, 5, 100, 0.05), figures(random, 5, 130, 0.05), 0.95);
      shown += ratio.verdict() == Verdict.HIGHER ? 1 : 0;
    }
    assertThat(shown / (double) RUNS).as("seed " + SEED).isGreaterThan(0.95);
  }

  @Test
  void ofRuns_ofOneRunEach_speaksOfTheRunsAlone() {
    Ratio ratio =
        Ratio.ofRuns(
            new Estimate(Math.log(10), 0.01, 9), new Estimate(Math.log(20), 0.01, 9), 0.95);
    assertThat(ratio.ratio()).isCloseTo(2, within(1e-12));
    assertThat(ratio.basis()).isEqualTo(Basis.WITHIN_RUNS);
    assertThat(ratio.verdict()).isEqualTo(Verdict.HIGHER);
  }

  @Test
  void ofRepeats_ofFiguresThatHaveNoRatio_isRefused() {
    assertThatThrownBy(() -> Ratio.ofRepeats(new double[] {0}, new double[] {1}, 0.95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("positive");
    assertThatThrownBy(() -> Ratio.ofPairs(new double[] {1}, new double[] {1, 2}, 0.95))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static double[] figures(Random random, int count, double middle, double deviation) {
    return random
        .doubles(count)
        .map(ignored -> middle * Math.exp(deviation * random.nextGaussian()))
        .toArray();
  }
}
