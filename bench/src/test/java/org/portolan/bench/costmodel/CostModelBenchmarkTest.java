package org.portolan.bench.costmodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.operations.GrowingWiki;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.wiki.WikiModel;

/** Short runs on RocksDB: every operation is counted and timed, whatever the time. */
class CostModelBenchmarkTest {
  private static final int OPERATIONS = 21;

  @TempDir Path directory;

  private Runs run(String... options) {
    List<String> all =
        new ArrayList<>(
            List.of("--dir", directory.toString(), "--pages", "200", "--revisions", "100"));
    all.addAll(List.of("--warm-up", "0", "--millis", "1"));
    if (!List.of(options).contains("--rounds")) {
      all.addAll(List.of("--rounds", "2"));
    }
    all.addAll(List.of(options));
    return Runs.of("cost-model", all.toArray(String[]::new));
  }

  /** Returns the line of an operation. */
  private static String line(Runs run, String operation) {
    return run.lines().stream()
        .filter(line -> line.startsWith(operation + "  "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void run_onTemporaryStores_countsAndTimesEveryOperation() {
    Runs run = run();
    assertThat(run.lines()).anyMatch(line -> line.startsWith("wide-row, by the costs of this "));
    assertThat(run.lines().stream().filter(line -> line.matches(".* [+-]\\d+ %")))
        .hasSize(OPERATIONS);
    assertThat(line(run, "view a page")).contains(" 1 trip, 1 row, ");
    assertThat(line(run, "which of 20 pages exist")).contains(" 1 trip, 20 rows, ");
    assertThat(line(run, "back-links: first 50")).contains(" entries, ");
    assertThat(line(run, "create a page")).contains(" 1 commit, ").contains(" KiB written ");
    for (String kind : List.of("reads", "writes")) {
      assertThat(run.figure(kind + "-mean-error-percent"))
          .isPositive()
          .isLessThanOrEqualTo(run.figure(kind + "-largest-error-percent"));
    }
    assertThat(run.figure("far-off")).isBetween(0.0, (double) OPERATIONS);
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void run_withCalibration_takesTheCostsOfThisMachineAndRemovesItsTables() {
    String store = "rocksdb:" + directory.resolve("store");
    Runs run = run("--store", store, "--calibrate", "yes", "--rounds", "5", "--model", "tree");
    assertThat(run.lines())
        .anyMatch(line -> line.matches("tree, by the costs of the same rounds \\(.*, 5 rounds\\)"));
    for (String left : List.of(store + "_costs", store + "_wiki")) {
      try (Engine engine = Engines.open(left, OpenMode.EXISTING)) {
        assertThat(engine.tables()).isEmpty();
      }
    }
  }

  @Test
  void run_withCostsOfAFile_namesIt() throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("mine.yaml"),
            """
            format: 3
            engine: rocksdb
            measured: "by hand"
            milliseconds:
              {trip: 1, row: 0, entry: 0, kibibyte: 0, commit: 0, further-row: 0, derived: 0, change: 0,
               written-kibibyte: 0}
            """);
    Runs run = run("--costs", file.toString());
    assertThat(run.text()).contains("by the costs of mine.yaml (by hand)");
    assertThat(line(run, "view a page")).contains(" 1.0000 ");
  }

  @Test
  void run_withCostsTwice_isRefused() {
    assertThatThrownBy(() -> run("--costs", "mine.yaml", "--calibrate", "yes", "--rounds", "5"))
        .hasMessageContaining("leave one of them out");
    assertThatThrownBy(() -> run("--calibrate", "yes"))
        .hasMessage("--calibrate yes needs at least 5 rounds: give --rounds");
  }

  @Test
  void run_besideAWiki_isRefusedAndTouchesNothing() {
    String store = "rocksdb:" + directory.resolve("store");
    try (Store other = Stores.openOrCreate(store + "_wiki", WikiModel.WIDE_ROW.design())) {
      GrowingWiki.fill(other, 0, 10, LiveLine.NONE);
    }
    assertThatThrownBy(() -> run("--store", store)).hasMessageContaining("has pages already");
    try (Store other = Stores.open(store + "_wiki")) {
      assertThat(other.counter("page_count")).isEqualTo(10);
    }
  }
}
