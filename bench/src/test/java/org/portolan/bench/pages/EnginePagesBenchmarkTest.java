package org.portolan.bench.pages;

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

final class EnginePagesBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_onRocksDb_hasReadsAndSavesOfTheWikiAlone() throws Exception {
    Runs run =
        Runs.of(
            "engine-pages",
            "--pages",
            "16",
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
        .anyMatch(line -> line.matches(" +per second +wiki's ratio +p50 ms +p95 ms +p99 ms *"))
        .anyMatch(line -> line.matches("page reads, wiki( +\\S+){4}"))
        .anyMatch(line -> line.matches("page saves, wiki( +\\S+){4}"))
        .anyMatch(line -> line.matches("read of a page: +keys-read=1 .*"))
        .anyMatch(line -> line.matches("which links exist: +keys-read=\\d+ .*"))
        .anyMatch(line -> line.matches("save of a page: +keys-read=\\d+ .*"))
        .anyMatch(line -> line.startsWith("guarantee: "));
    assertThat(run.figure("reads-per-second")).isPositive();
    assertThat(run.figure("saves-per-second")).isPositive();
    assertThat(run.summary()).containsOnlyKeys("reads-per-second", "saves-per-second");
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void options_fewerPagesThanThreads_areRefused() {
    Benchmark benchmark = Benchmarks.of("engine-pages");
    BenchOptions options = BenchOptions.of(benchmark, Map.of("pages", "16", "threads", "17"));
    assertThatThrownBy(() -> benchmark.requireFitting(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "each thread saves pages of its own: --pages must be at least --threads, not 16 for 17"
                + " threads");
  }
}
