package org.portolan.bench.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;

final class MergedScanBenchmarkTest {
  @TempDir Path directory;

  private Runs run(String prefixes) throws Exception {
    return Runs.of(
        "merged-scans",
        "--rows",
        "1000",
        "--fields",
        "2",
        "--value-bytes",
        "10",
        "--prefixes",
        prefixes,
        "--page",
        "30",
        "--rounds",
        "2",
        "--warm-up",
        "1",
        "--dir",
        directory.toString());
  }

  @Test
  void run_ofFewRows_hasALineForEachNumberOfPrefixesAndLeavesNothingBehind() throws Exception {
    Runs run = run("2,70");
    assertThat(run.lines()).anyMatch(line -> line.startsWith("plain "));
    assertThat(run.lines()).anyMatch(line -> line.startsWith("2 "));
    assertThat(run.figure("plain")).isPositive();
    assertThat(run.figure("prefixes-70-of-plain")).isPositive();
    assertThat(run.figure("prefixes-70-of-stored-cpu")).isPositive();
    assertThat(run.summary()).hasSize(1 + 2 * 5);
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void prefixes_outOfBounds_areRefused() {
    assertThatThrownBy(() -> run("1,16")).hasMessageContaining("whole numbers from 2 to 10000");
  }
}
