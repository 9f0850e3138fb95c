package org.portolan.bench.scans;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
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

  @Test
  void options_thatDoNotFit_sayWhatIsRight() {
    assertThatThrownBy(() -> benchmark.requireFitting(BenchOptions.of(benchmark, Map.of())))
        .hasMessage("scans of HBase need a store: give --store hbase://ZOOKEEPER/NAMESPACE");
    assertThatThrownBy(
            () ->
                benchmark.requireFitting(
                    BenchOptions.of(benchmark, Map.of("store", "rocksdb:/tmp/x"))))
        .hasMessage("these are scans of HBase, but 'rocksdb:/tmp/x' is not a store on HBase");
    Map<String, String> wrong = Map.of("store", "hbase://h:2181/n", "clients", "2,x");
    assertThatThrownBy(() -> benchmark.requireFitting(BenchOptions.of(benchmark, wrong)))
        .hasMessage("--clients must be different numbers above 0 as 10,100, not '2,x'");
    Map<String, String> few = Map.of("store", "hbase://h:2181/n", "rows", "50");
    assertThatThrownBy(() -> benchmark.requireFitting(BenchOptions.of(benchmark, few)))
        .hasMessage("a scan of 100 rows needs a table of as many: give --rows");
  }
}
