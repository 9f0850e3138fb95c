package org.portolan.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.bench.generator.HighestRate.Kept;

final class HighestRateTest {

  private static Optional<Kept> upTo(double limit, double rate) {
    return rate <= limit ? Optional.of(new Kept(rate, 1)) : Optional.empty();
  }

  @Test
  void find_aLimit_comesWithinFivePerCentFromBelow() {
    for (double limit : new double[] {150, 9_999, 10_000, 3_456_789}) {
      double found = HighestRate.find(rate -> upTo(limit, rate)).perSecond();
      assertThat(found).isLessThanOrEqualTo(limit).isCloseTo(limit, within(0.06 * limit));
    }
  }

  @Test
  void find_twoDisturbedTriesOfThree_findsTheSame() {
    Map<Double, Integer> tries = new HashMap<>();
    double found =
        HighestRate.find(
                rate -> tries.merge(rate, 1, Integer::sum) < 3 ? Optional.empty() : upTo(7e5, rate))
            .perSecond();
    assertThat(found).isEqualTo(HighestRate.find(rate -> upTo(7e5, rate)).perSecond());
  }

  @Test
  void find_nothingKept_isNone() {
    assertThat(HighestRate.find(rate -> Optional.empty())).isEqualTo(Kept.NONE);
  }

  @Test
  void find_noLimit_ends() {
    assertThat(HighestRate.find(rate -> upTo(1e12, rate)).perSecond()).isGreaterThan(4e7);
  }
}
