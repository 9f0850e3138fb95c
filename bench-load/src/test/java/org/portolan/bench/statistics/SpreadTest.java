package org.portolan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class SpreadTest {

  @Test
  void median_ofAnOddNumber_isTheMiddleOne() {
    assertThat(Spread.of(9, 1, 5).median()).isEqualTo(5);
  }

  @Test
  void median_ofAnEvenNumber_isBetweenTheMiddleTwo() {
    assertThat(Spread.of(4, 1, 2, 9).median()).isEqualTo(3);
  }

  @Test
  void interval_ofFive_isAllOfThemAndSaysHowLittleThatIs() {
    Spread spread = Spread.of(3, 1, 4, 2, 5);
    assertThat(spread.low()).isEqualTo(1);
    assertThat(spread.high()).isEqualTo(5);
    assertThat(spread.confidence()).isCloseTo(0.9375, within(1e-12));
    assertThat(spread.legend()).contains("93.8 %").contains("minimum to maximum");
  }

  @Test
  void interval_ofEleven_leavesOutTheExtremes() {
    Spread spread = Spread.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assertThat(spread.low()).isEqualTo(2);
    assertThat(spread.high()).isEqualTo(10);
    // 1 - 2 (1 + 11) / 2048
    assertThat(spread.confidence()).isCloseTo(0.98828125, within(1e-12));
    assertThat(spread.legend()).doesNotContain("minimum to maximum");
  }

  @Test
  void interval_ofManySeries_holdsTheTrueMedianAsOftenAsItSays() {
    SplittableRandom random = new SplittableRandom(20_260_101);
    int held = 0;
    int series = 20_000;
    double confidence = 0;
    for (int round = 0; round < series; round++) {
      double[] skewed = new double[17];
      Arrays.setAll(skewed, index -> -Math.log(1 - random.nextDouble()));
      Spread spread = Spread.of(skewed);
      confidence = spread.confidence();
      held += spread.low() <= Math.log(2) && Math.log(2) <= spread.high() ? 1 : 0;
    }
    assertThat(confidence).isGreaterThanOrEqualTo(0.95);
    assertThat(held / (double) series).isCloseTo(confidence, within(0.005));
  }

  @Property
  void interval_ofAnything_holdsTheMedianAndLiesWithinTheExtremes(
      @ForAll @Size(min = 1, max = 60) List<@DoubleRange(min = -1e9, max = 1e9) Double> values) {
    double[] measurements = values.stream().mapToDouble(Double::doubleValue).toArray();
    Spread spread = Spread.of(measurements);
    assertThat(spread.low()).isLessThanOrEqualTo(spread.median());
    assertThat(spread.high()).isGreaterThanOrEqualTo(spread.median());
    assertThat(spread.low())
        .isGreaterThanOrEqualTo(Arrays.stream(measurements).min().orElseThrow());
    assertThat(spread.high()).isLessThanOrEqualTo(Arrays.stream(measurements).max().orElseThrow());
  }

  @Test
  void ratios_ofTwoSeries_areTakenRoundByRound() {
    Spread spread =
        Spread.ofRatios(List.of(10.0, 100.0, 1.0), List.of(5.0, 50.0, 0.25), Double::doubleValue);
    assertThat(spread.median()).isEqualTo(2);
    assertThat(spread.high()).isEqualTo(4);
  }

  @Test
  void of_nothingOrNoNumbers_isRefused() {
    assertThatThrownBy(() -> Spread.of()).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Spread.of(1, Double.NaN)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Spread.ofRatios(List.of(1.0), List.of(), Double::doubleValue))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void text_ofSmallAndLargeNumbers_hasWhatMatters() {
    assertThat(Spread.of(0.5, 0.75, 0.875).text()).isEqualTo("0.75 (0.50–0.88)");
    assertThat(Spread.of(1_234.4, 12.34, 99_999).text()).isEqualTo("1,234 (12.3–99,999)");
  }
}
