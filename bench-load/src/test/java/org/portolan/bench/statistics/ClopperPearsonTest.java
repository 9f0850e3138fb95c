package org.portolan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ClopperPearsonTest {

  /**
   * Newcombe, Two-sided confidence intervals for the single proportion: comparison of seven
   * methods, Statistics in Medicine 17, 1998, table I: method 5 (exact).
   */
  @ParameterizedTest
  @CsvSource({
    "81, 263, 0.2527, 0.3676",
    "15, 148, 0.0578, 0.1617",
    "0, 20, 0.0000, 0.1684",
    "1, 29, 0.0009, 0.1776"
  })
  void intervals_ofNewcombesExamples_areHis(int hits, int trials, double low, double high) {
    Interval exact = BlockedProportion.clopperPearson(hits, trials, 0.95);
    assertThat(exact.low()).isCloseTo(low, within(0.00006));
    assertThat(exact.high()).isCloseTo(high, within(0.00006));
  }

  @Test
  void intervals_ofAllHits_reachOne() {
    // 1 - (1 - 0.95)^(1/n), two-sided: the rule of three's exact form.
    assertThat(BlockedProportion.clopperPearson(100, 100, 0.95).low())
        .isCloseTo(Math.pow(0.025, 1 / 100.0), within(1e-12));
    assertThat(BlockedProportion.clopperPearson(100, 100, 0.95).high()).isEqualTo(1);
  }

  @Test
  void intervals_ofManySeries_holdTheShareAsOftenAsTheySay() {
    SplittableRandom random = new SplittableRandom(20_260_201);
    int runs = 2_000;
    int held = 0;
    for (int run = 0; run < runs; run++) {
      int hits = 0;
      for (int trial = 0; trial < 300; trial++) {
        hits += random.nextDouble() < 0.95 ? 1 : 0;
      }
      held += BlockedProportion.clopperPearson(hits, 300, 0.95).contains(0.95) ? 1 : 0;
    }
    assertThat(held / (double) runs).isBetween(0.945, 0.995);
  }

  @Test
  void intervals_ofImpossibleCounts_areRefused() {
    assertThatThrownBy(() -> BlockedProportion.clopperPearson(3, 2, 0.95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3.0 of 2.0");
    assertThatThrownBy(() -> BlockedProportion.clopperPearson(0, 0, 0.95))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BlockedProportion.clopperPearson(1, 2, 95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("like 0.95");
  }
}
