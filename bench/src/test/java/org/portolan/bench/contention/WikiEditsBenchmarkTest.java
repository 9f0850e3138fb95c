package org.portolan.bench.contention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.Runs;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;

@Timeout(120)
final class WikiEditsBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_withKills_losesNothing() {
    Runs run =
        Runs.of(
            "wiki-edits",
            "--kill-every",
            "2s",
            "--seconds",
            "5",
            "--warm-up",
            "0",
            "--threads",
            "4",
            "--pages",
            "40",
            "--dir",
            directory.toString());
    assertThat(run.figure("kills")).isBetween(1.0, 2.0);
    assertThat(run.figure("saved")).isPositive();
    assertThat(run.figure("edits"))
        .isEqualTo(run.figure("saved") + run.figure("given-up") + run.figure("failed"));
    assertThat(run.figure("lost")).isZero();
    assertThat(run.figure("twice")).isZero();
    assertThat(run.figure("attempts")).isGreaterThanOrEqualTo(1);
    assertThat(run.text()).contains("missing=0 dangling=0");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void options_ofOneProcess_areRefusedForSeveral() {
    assertRefused(Map.of("processes", "2"), "--processes needs a --store that several processes");
    assertRefused(
        Map.of("processes", "2", "store", "hbase:x", "rate", "5"),
        "--rate works only without --processes and --kill-every");
    assertRefused(
        Map.of("kill-every", "5s", "out", "results"),
        "--out works only without --processes and --kill-every");
  }

  private static void assertRefused(Map<String, String> given, String message) {
    Benchmark benchmark = Benchmarks.of("wiki-edits");
    BenchOptions options = BenchOptions.of(benchmark, given);
    assertThatThrownBy(() -> benchmark.requireFitting(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @Test
  void processes_onAStoreOfOneProcess_areRefused() {
    String uri = "rocksdb:" + directory.resolve("store");
    assertThatThrownBy(
            () -> Runs.of("wiki-edits", "--store", uri, "--processes", "2", "--pages", "1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("one process at a time can open the store " + uri + ": leave out --processes");
  }
}
