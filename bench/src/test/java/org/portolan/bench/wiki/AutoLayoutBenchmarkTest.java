package org.portolan.bench.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;

final class AutoLayoutBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_ofAllLayouts_comparesTheEnds() {
    Runs run = run("all", "512", "256");

    for (IndexSide side : IndexSide.values()) {
      assertThat(run.figure(side.spelling() + "-edits-per-second")).isPositive();
    }
    assertThat(run.figure("auto-of-the-best-fixed")).isPositive();
    assertThat(run.text()).contains("pages object single, backlinks object single");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void run_ofAutomaticLayouts_tellsItsMovesAndEachSlice() {
    Runs run = run("auto", "3000", "1000");

    assertThat(run.figure("moves")).isPositive();
    assertThat(run.figure("settled-seconds"))
        .isPositive()
        .isLessThanOrEqualTo(run.figure("seconds"));
    assertThat(run.text()).containsPattern("note: after [0-9.]+ s, [a-z]+: moved object single → ");
    for (int edits = 1_000; edits <= 3_000; edits += 1_000) {
      assertThat(run.figure("edits-per-second@" + edits)).isPositive();
      assertThat(run.figure("undone-percent@" + edits)).isBetween(0.0, 100.0);
      assertThat(run.figure("p95-ms@" + edits))
          .isGreaterThanOrEqualTo(run.figure("p50-ms@" + edits));
    }
  }

  private Runs run(String layout, String edits, String slice) {
    return Runs.of(
        "auto-layout",
        "--layout",
        layout,
        "--edits",
        edits,
        "--slice",
        slice,
        "--writers",
        "4",
        "--window",
        "30ms",
        "--warm-up",
        "0",
        "--dir",
        directory.toString());
  }
}
