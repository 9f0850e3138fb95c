package org.portolan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScalabilityLawTest {
  private static final double[] NUMBERS = {1, 2, 4, 8, 16, 32};

  private static ScalabilityLaw fitted(ScalabilityLaw law, double noise, long seed) {
    Random random = new Random(seed);
    return ScalabilityLaw.fit(
        NUMBERS,
        Arrays.stream(NUMBERS)
            .map(number -> law.throughput(number) * (1 + noise * random.nextGaussian()))
            .toArray());
  }

  @Test
  void fit_findsTheLawThatMadeTheThroughputs() {
    for (ScalabilityLaw law :
        new ScalabilityLaw[] {
          new ScalabilityLaw(100, 0, 0),
          new ScalabilityLaw(950, 0.05, 0),
          new ScalabilityLaw(3, 0.03, 0.0007),
          new ScalabilityLaw(40, 0, 0.01)
        }) {
      ScalabilityLaw found = fitted(law, 0, 1);
      assertThat(found.rate()).isCloseTo(law.rate(), within(1e-6 * law.rate()));
      assertThat(found.contention()).isCloseTo(law.contention(), within(1e-6));
      assertThat(found.crosstalk()).isCloseTo(law.crosstalk(), within(1e-6));
    }
  }

  @Test
  void fit_ofNoisyThroughputs_predictsNearTheTruth() {
    ScalabilityLaw law = new ScalabilityLaw(500, 0.04, 0.0005);
    for (int seed = 0; seed < 50; seed++) {
      ScalabilityLaw found = fitted(law, 0.03, seed);
      assertThat(found.throughput(24))
          .as("seed %d", seed)
          .isCloseTo(law.throughput(24), within(0.12 * law.throughput(24)));
      assertThat(found.contention()).isNotNegative();
      assertThat(found.crosstalk()).isNotNegative();
    }
  }

  @Test
  void peak_isWhereThroughputIsHighest() {
    ScalabilityLaw law = new ScalabilityLaw(10, 0.1, 0.001);
    assertThat(law.throughput(law.peak())).isGreaterThan(law.throughput(law.peak() - 1));
    assertThat(law.throughput(law.peak())).isGreaterThan(law.throughput(law.peak() + 1));
    assertThat(new ScalabilityLaw(10, 0.1, 0).peak()).isInfinite();
  }

  @Test
  void fit_ofThreeNumbers_isRefused() {
    assertThatThrownBy(() -> ScalabilityLaw.fit(new double[] {1, 2, 4, 4}, 1, 2, 3, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 4 numbers");
  }
}
