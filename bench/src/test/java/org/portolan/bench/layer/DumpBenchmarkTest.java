package org.portolan.bench.layer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;

final class DumpBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_ofFewRows_hasALineForEachWayAndLeavesNothingBehind() throws Exception {
    Runs run =
        Runs.of(
            "dump",
            "--rows",
            "2000",
            "--rounds",
            "2",
            "--warm-up",
            "0",
            "--dir",
            directory.toString());
    assertThat(run.lines()).anyMatch(line -> line.startsWith("scan through the engine "));
    assertThat(run.figure("export")).isPositive();
    assertThat(run.figure("sorted-export")).isPositive();
    assertThat(run.figure("import")).isPositive();
    assertThat(run.summary()).hasSize(6);
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }
}
