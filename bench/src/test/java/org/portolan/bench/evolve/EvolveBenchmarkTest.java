package org.portolan.bench.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;

final class EvolveBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_ofFewPages_hasThePartsOfEachChange() {
    Runs run =
        Runs.of(
            "evolve",
            "--pages",
            "1000",
            "--rate",
            "100",
            "--edits",
            "20",
            "--rounds",
            "1",
            "--warm-up",
            "1s",
            "--phase",
            "2s",
            "--dir",
            directory.toString());

    assertThat(run.lines())
        .contains("1,000 pages", "index-added", "partitions-changed")
        .anyMatch(line -> line.startsWith("before "))
        .anyMatch(line -> line.startsWith("during "))
        .anyMatch(line -> line.startsWith("after "))
        .noneMatch(line -> line.startsWith("failed: "));
    assertThat(run.figure("index-added-seconds")).isPositive();
    assertThat(run.figure("index-added-throughput-ratio")).isPositive();
    assertThat(run.figure("partitions-changed-reads-p99-ratio")).isPositive();
    assertThat(run.figure("partitions-changed-edits-p99-ratio")).isPositive();
    assertThat(directory).isEmptyDirectory();
  }
}
