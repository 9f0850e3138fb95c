package org.portolan.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class KeyDistributionBenchmarkTest {

  @Test
  void run_ofModulo_isPerfectlyEven() {
    Runs run = Runs.of("key-distribution", "--ids", "1000", "--range", "10", "--layout", "modulo");
    assertThat(run.summary())
        .containsEntry("ids", "1000")
        .containsEntry("minimum", "100")
        .containsEntry("maximum", "100")
        .containsEntry("deviation", "0.000");
    assertThat(run.text()).doesNotContain("Zdravevski 2016\n");
  }

  @Test
  void run_ofEveryLayout_namesIt() {
    for (String layout : new String[] {"md5-modulo", "md5-of-row-modulo", "random"}) {
      Runs run = Runs.of("key-distribution", "--ids", "1000", "--range", "10", "--layout", layout);
      assertThat(run.text()).contains("Key layout " + layout);
      assertThat(run.figure("minimum")).isBetween(50.0, 100.0);
      assertThat(run.figure("maximum")).isBetween(100.0, 150.0);
    }
  }
}
