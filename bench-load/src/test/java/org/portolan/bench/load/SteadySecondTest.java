package org.portolan.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

final class SteadySecondTest {

  private static List<SecondSample> series(int seconds, IntToDoubleFunction ended) {
    List<SecondSample> series = new ArrayList<>();
    for (int second = 0; second < seconds; second++) {
      series.add(
          new SecondSample(
              second,
              SecondSample.Phase.MEASURED,
              Math.round(ended.applyAsDouble(second)),
              0,
              0,
              1_000,
              1_000,
              1_000,
              1_000,
              1_000,
              1_000,
              1_000,
              0,
              1,
              0,
              0));
    }
    return series;
  }

  @Test
  void first_afterAnExponentialWarmUp_isWhereNoiseIsLarger() {
    for (long seed = 1; seed <= 20; seed++) {
      Random random = new Random(seed);
      List<SecondSample> series =
          series(
              120, second -> 10_000 * (1 - Math.exp(-second / 5.0)) + 100 * random.nextGaussian());
      // e^-(20/5) of 10,000 is 183, near the noise of 100.
      assertThat(SteadySecond.first(series)).as("seed " + seed).isPresent();
      assertThat(SteadySecond.first(series).getAsInt()).as("seed " + seed).isBetween(12, 45);
    }
  }

  @Test
  void first_ofASteadyRun_isItsBeginning() {
    assertThat(SteadySecond.first(series(60, second -> 500)).getAsInt()).isZero();
  }

  @Test
  void first_ofARunThatGetsEverSlower_isAbsent() {
    assertThat(SteadySecond.first(series(60, second -> 1_000_000.0 / (second + 1)))).isEmpty();
    assertThat(SteadySecond.first(series(60, second -> 6_000 - 100 * second))).isEmpty();
  }

  @Test
  void first_ofAShortRun_isNotKnown() {
    assertThat(SteadySecond.first(series(9, second -> 500))).isEmpty();
  }
}
