package org.portolan.bench.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
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
    assertThat(run.text()).containsOnlyOnce("note: in the end pages ");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void run_ofAutomaticLayouts_tellsItsMovesAndEachSlice() {
    Runs run = run("auto", "3000", "1000");

    // How many are made in so short a time depends on the machine.
    assertThat(run.text().lines().filter(line -> line.startsWith("note: after ")))
        .hasSize((int) run.figure("moves"))
        .allMatch(line -> line.matches("note: after [0-9.]+ s, [a-z]+: (moved|back) .+ → .+: .+"));
    assertThat(run.figure("settled-seconds")).isLessThanOrEqualTo(run.figure("seconds"));
    assertThat(run.text()).containsPattern("note: in the end pages [a-z]+ .*, backlinks [a-z]+ ");
    for (int edits = 1_000; edits <= 3_000; edits += 1_000) {
      assertThat(run.figure("edits-per-second@" + edits)).isPositive();
      assertThat(run.figure("undone-percent@" + edits)).isBetween(0.0, 100.0);
      assertThat(run.figure("p95-ms@" + edits))
          .isGreaterThanOrEqualTo(run.figure("p50-ms@" + edits));
    }
  }

  @Test
  void moves_ofANote_haveTheirTimeSinceTheBeginning() {
    String note =
        """
        2026-11-30T05:00:09Z: the present state
        2026-11-30T05:00:02.500Z moved object single → cells single: 12 reads/s: cheaper
        2026-11-30T05:00:08Z back cells single → object single: saves nothing""";

    assertThat(SideRun.moves("pages", note, Instant.parse("2026-11-30T05:00:00Z")))
        .containsExactly(
            new SideRun.Move(
                2.5, "pages", "moved object single → cells single: 12 reads/s: cheaper"),
            new SideRun.Move(8, "pages", "back cells single → object single: saves nothing"));
    assertThat(SideRun.moves("pages", "", Instant.EPOCH)).isEmpty();
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
