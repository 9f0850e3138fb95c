package org.portolan.bench.layer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;

final class ListenersBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_ofFewRows_comparesReadsAndWritesAndLeavesNothingBehind() throws Exception {
    Runs run =
        Runs.of(
            "listeners",
            "--rows",
            "1000",
            "--fields",
            "2",
            "--millis",
            "1",
            "--rounds",
            "2",
            "--warm-up",
            "0",
            "--dir",
            directory.toString());
    assertThat(run.lines()).anyMatch(line -> line.startsWith("read by key "));
    assertThat(run.lines()).anyMatch(line -> line.startsWith("write of ten rows, buffered "));
    for (String act : new String[] {"read", "write"}) {
      assertThat(run.figure(act + "-ratio")).isPositive();
      assertThat(run.figure(act + "-cpu-ratio")).isPositive();
      assertThat(run.figure(act + "-cpu-error")).isPositive();
    }
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }
}
