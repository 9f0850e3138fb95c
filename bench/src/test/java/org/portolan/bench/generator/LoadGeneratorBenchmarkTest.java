package org.portolan.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.bench.Runs;

@Tag("long")
final class LoadGeneratorBenchmarkTest {

  @Test
  void run_comparesEveryPercentileWithArithmetic() {
    Runs runs = Runs.of("load-generator", "--seconds", "0.1", "--rounds", "1");
    assertThat(runs.figure("closed-per-second")).isPositive();
    assertThat(runs.summary()).containsKey("highest-rate");
    // By arithmetic: 2 s at 1,000/s, two stalls; 0 but for 200 operations after each.
    assertThat(runs.text()).containsPattern("by arithmetic +0.00 +0.00 +100\\.\\d\\d ");
  }

  @Test
  void expected_isTheTriangleAfterEachStall() {
    Histogram expected = new StallingWorkload(1_000, 200_000_000).expected(1_000, 10_000);
    assertThat(expected.getTotalCount()).isEqualTo(10_000);
    assertThat(expected.getCountBetweenValues(1, 300_000_000)).isEqualTo(10 * 200);
    assertThat(expected.getValueAtPercentile(80)).isZero();
    assertThat(expected.getMean()).isCloseTo(20.1e6, within(20.1e3));
  }
}
