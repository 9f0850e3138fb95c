package org.portolan.bench.scans;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.bench.api.BenchOptions;

class PreparedScanBenchmarkTest {
  private final PreparedScanBenchmark benchmark = new PreparedScanBenchmark();

  private void require(String scans) {
    benchmark.requireFitting(
        BenchOptions.of(benchmark, Map.of("store", "hbase://host/namespace", "scans", scans)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"10,10", "10,0", "10,", "ten"})
  void scans_thatAreNotDifferentNumbers_areRefused(String scans) {
    assertThatCode(() -> require("10,100")).doesNotThrowAnyException();
    assertThatThrownBy(() -> require(scans))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("--scans must be different numbers above 0 as 10,100, not '" + scans + "'");
  }
}
