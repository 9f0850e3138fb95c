package org.portolan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class SteadyStateTest {
  private static final long SEED = 20_260_204;

  @Test
  void of_aSeriesThatStartsHigh_cutsExactlyTheStart() {
    double[] series = {90, 50, 20, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2};
    // By hand: squares of 10 * 0.25 over 10 * 10 are less than 302.5 over 11 * 11 with the 20 kept,
    // and than 2.2 over 9 * 9 with one more cut.
    assertThat(SteadyState.of(series)).isEqualTo(new SteadyState(3, true));
  }

  @Test
  void of_aConstantSeries_cutsNothing() {
    assertThat(SteadyState.of(new double[100])).isEqualTo(new SteadyState(0, true));
  }

  @Test
  void of_aSeriesThatGrowsToTheEnd_findsNone() {
    Random random = new Random(SEED);
    for (int run = 0; run < 1_000; run++) {
      double[] series = new double[200];
      // Like a queue that is offered more than it serves.
      Arrays.setAll(series, index -> index + 5 * random.nextGaussian());
      assertThat(SteadyState.of(series).found()).as("seed " + SEED + ", run " + run).isFalse();
    }
  }

  @Test
  void of_manySeriesWithAWarmUp_cutsMostOfItAndKeepsMostOfTheRest() {
    Random random = new Random(SEED);
    int good = 0;
    for (int run = 0; run < 1_000; run++) {
      double[] series = new double[300];
      // Like the warming of caches: in 60 seconds the latency falls from three times to once, noise
      // of a tenth.
      Arrays.setAll(
          series, index -> 1 + 2 * Math.max(0, 60 - index) / 60.0 + 0.1 * random.nextGaussian());
      SteadyState steady = SteadyState.of(series);
      good += steady.found() && steady.start() >= 45 && steady.start() <= 120 ? 1 : 0;
    }
    assertThat(good).as("seed " + SEED).isGreaterThanOrEqualTo(900);
  }

  @Test
  void of_manySteadySeries_keepsTheMostOfThem() {
    Random random = new Random(SEED);
    int kept = 0;
    for (int run = 0; run < 1_000; run++) {
      double[] series = random.doubles(300).toArray();
      SteadyState steady = SteadyState.of(series);
      kept += steady.found() && steady.start() <= 75 ? 1 : 0;
    }
    assertThat(kept).as("seed " + SEED).isGreaterThanOrEqualTo(800);
  }

  @Test
  void of_aShortSeries_isRefused() {
    assertThatThrownBy(() -> SteadyState.of(new double[9]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 10");
  }
}
