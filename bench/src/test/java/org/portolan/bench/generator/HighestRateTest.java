package org.portolan.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.bench.generator.HighestRate.Kept;

final class HighestRateTest {

  private static final double TOO_HIGH = 1e7;

  private static Optional<Kept> upTo(double limit, double rate) {
    return rate <= limit ? Optional.of(new Kept(rate, 1)) : Optional.empty();
  }

  @Test
  void find_aLimit_comesWithinFivePerCentFromBelow() {
    for (double limit : new double[] {250, 9_999, 10_000, 3_456_789}) {
      double found = HighestRate.find(TOO_HIGH, rate -> upTo(limit, rate)).perSecond();
      assertThat(found).isLessThanOrEqualTo(limit).isCloseTo(limit, within(0.06 * limit));
    }
  }

  @Test
  void find_twoDisturbedTriesOfThree_findsTheSame() {
    Map<Double, Integer> tries = new HashMap<>();
    double found =
        HighestRate.find(
                TOO_HIGH,
                rate -> tries.merge(rate, 1, Integer::sum) < 3 ? Optional.empty() : upTo(7e5, rate))
            .perSecond();
    assertThat(found).isEqualTo(HighestRate.find(TOO_HIGH, rate -> upTo(7e5, rate)).perSecond());
  }

  @Test
  void find_nothingKept_isNone() {
    assertThat(HighestRate.find(TOO_HIGH, rate -> Optional.empty())).isEqualTo(Kept.NONE);
  }

  @Test
  void find_everythingKept_comesWithinFivePerCentOfTheFirst() {
    assertThat(HighestRate.find(TOO_HIGH, rate -> upTo(1e12, rate)).perSecond())
        .isBetween(0.94 * TOO_HIGH, TOO_HIGH);
  }

  @Test
  void find_aLowRateThatIsNotKept_doesNotHideAHigherOne() {
    double found =
        HighestRate.find(TOO_HIGH, rate -> rate < 20_000 ? Optional.empty() : upTo(3e5, rate))
            .perSecond();
    assertThat(found).isCloseTo(3e5, within(0.06 * 3e5));
  }
}
