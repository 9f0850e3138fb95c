package org.portolan.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The printed form of comparisons; the expected texts are under testdata. */
final class ComparisonTest {
  private static final Path TESTDATA = Path.of("src/test/resources/testdata/compare");

  @TempDir Path directory;

  private static void assertPrints(String name, Comparison comparison) throws IOException {
    Path file = TESTDATA.resolve(name + ".txt");
    String text = comparison.text() + "\n" + comparison.summary() + "\n";
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.createDirectories(TESTDATA);
      Files.writeString(file, text);
    }
    assertThat(text).isEqualTo(Files.readString(file));
  }

  @Test
  void text_ofRepeatsAThirdSlower_showsIt() throws IOException {
    assertPrints(
        "slower",
        Comparison.of(
            MadeRuns.group("before", 5, 2, 300, 1),
            MadeRuns.group("after", 5, 2.7, 300, 100),
            false,
            0.95));
  }

  @Test
  void text_ofRunsWithServers_comparesWhatAnOperationCostAndTheImbalance() throws IOException {
    assertPrints(
        "servers",
        Comparison.of(
            withServers(MadeRuns.group("even", 5, 2, 300, 1), 1 / 3.0),
            withServers(MadeRuns.group("hot", 5, 2, 300, 100), 0.5),
            false,
            0.95));
  }

  private static RunGroup withServers(RunGroup group, double lastShare) {
    return new RunGroup(
        group.name(),
        group.runs().stream().map(run -> MadeRuns.withServers(run, lastShare)).toList());
  }

  @Test
  void text_ofAlikeRepeats_showsNoDifference() throws IOException {
    assertPrints(
        "alike",
        Comparison.of(
            MadeRuns.group("one", 5, 2, 300, 1),
            MadeRuns.group("other", 5, 2, 300, 200),
            false,
            0.95));
  }

  @Test
  void text_ofThreeRepeats_saysWhatTheVerdictRestsOn() throws IOException {
    assertPrints(
        "three",
        Comparison.of(
            MadeRuns.group("before", 3, 2, 300, 1),
            MadeRuns.group("after", 3, 4, 300, 100),
            true,
            0.95));
  }

  @Test
  void text_ofOneRunEach_speaksOfTheRunsAlone() throws IOException {
    assertPrints(
        "one-run",
        Comparison.of(
            MadeRuns.group("before", 1, 2, 300, 1),
            MadeRuns.group("after", 1, 4, 300, 100),
            false,
            0.95));
  }

  @Test
  void text_ofOneRunAgainstRepeats_isTooFew() throws IOException {
    assertPrints(
        "too-few",
        Comparison.of(
            MadeRuns.group("before", 1, 2, 300, 1),
            MadeRuns.group("after", 3, 4, 300, 100),
            false,
            0.95));
  }

  @Test
  void summary_ofRunsWithoutAnOkOperation_hasNoRatioOfThroughputs() {
    Comparison comparison =
        Comparison.of(
            MadeRuns.group("before", 2, 2, 300, 1),
            new RunGroup("down", List.of(MadeRuns.withoutOk(MadeRuns.run("down", 2, 300, 1)))),
            false,
            0.95);
    assertThat(comparison.rows().get(0).figure()).isEqualTo("p50 ms");
    assertThat(comparison.summary()).startsWith("rows=4 ").doesNotContain("throughput");
  }

  @Test
  void text_ofAHighConfidence_namesItWhole() {
    RunGroup group = MadeRuns.group("one", 2, 2, 300, 1);
    assertThat(Comparison.of(group, group, false, 0.9999).text()).contains("  99.99 %  ");
    assertThat(Comparison.of(group, group, false, 0.95).text()).contains("  95 %  ");
  }

  @Test
  void of_groupsThatCannotBePaired_isRefused() {
    assertThatThrownBy(
            () ->
                Comparison.of(
                    MadeRuns.group("before", 2, 2, 100, 1),
                    MadeRuns.group("after", 3, 2, 100, 1),
                    true,
                    0.95))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("before has 2 runs and after 3; pairing needs the same number of each");
  }

  @Test
  void read_ofADirectoryWithoutRuns_isRefused() {
    assertThatThrownBy(() -> RunGroup.read(directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("holds no run");
    assertThatThrownBy(() -> RunGroup.read(directory.resolve("none")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is not a directory");
  }

  @Test
  void read_ofTheRoot_saysThatItHoldsNoRun() {
    Path root = directory.getRoot();
    assertThatThrownBy(() -> RunGroup.read(root))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            root
                + " holds no run; name the directory of a run, or one that holds such directories");
  }
}
