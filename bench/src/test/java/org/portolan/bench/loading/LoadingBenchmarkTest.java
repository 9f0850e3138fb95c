package org.portolan.bench.loading;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;

final class LoadingBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_onRocksDb_comparesWithTheSameCellsAndLeavesNothing() throws Exception {
    Runs run =
        Runs.of(
            "loading",
            "--pages",
            "20",
            "--rounds",
            "2",
            "--warm-up",
            "0",
            "--dir",
            directory.toString());
    assertThat(run.lines())
        .anyMatch(line -> line.matches("import +\\S+ \\(\\S+\\) +\\S+ \\(\\S+\\)"))
        .anyMatch(line -> line.matches("own-client +\\S+ \\(\\S+\\) *"))
        .anyMatch(line -> line.matches("The store has \\d{2,} rows of 20 pages\\."));
    assertThat(run.figure("import-pages-per-second")).isPositive();
    assertThat(run.figure("import-ratio")).isPositive();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }
}
