package org.portolan.bench.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.Runs;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;

final class ManyRowsBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_onRocksDb_hasTheDataLayerAlone() throws Exception {
    Runs run =
        Runs.of(
            "many-rows",
            "--rows",
            "64",
            "--threads",
            "2",
            "--millis",
            "10",
            "--rounds",
            "1",
            "--warm-up",
            "0",
            "--dir",
            directory.toString());
    assertThat(run.lines())
        .anyMatch(line -> line.matches(" +per second +ratio +p50 ms +p99 ms *"))
        .anyMatch(line -> line.matches("disjoint, data layer( +\\S+){3} *"))
        .anyMatch(line -> line.matches("shared, data layer( +\\S+){3} *"));
    assertThat(run.figure("disjoint-per-second")).isPositive();
    assertThat(run.summary()).containsOnlyKeys("disjoint-per-second", "shared-per-second");
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void options_fewerRowsThanTheThreadsNeed_areRefused() {
    Benchmark benchmark = Benchmarks.of("many-rows");
    BenchOptions options = BenchOptions.of(benchmark, Map.of("rows", "39"));
    assertThatThrownBy(() -> benchmark.requireFitting(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "each thread changes rows of its own: --rows must be at least --threads times --keys,"
                + " not 39 for 4 threads and 10 keys");
  }
}
