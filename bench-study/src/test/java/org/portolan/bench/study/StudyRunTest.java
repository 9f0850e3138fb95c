package org.portolan.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.run.RunResult;

class StudyRunTest {
  private static final String STUDY =
      """
      study: small
      title: A <small> study
      paper: none
      question: Does it run?
      sizes:
        default: {threads: [1, 2], rounds: 2, unmeasured: 1}
      steps:
        - step: nothing
          run: no-operation
          each: [threads]
          options: {threads: $threads, seconds: 1, warm-up: 0}
          figures: [throughput, p95]
        - step: keys
          benchmark: key-distribution
          options: {ids: 1000}
      claims:
        - claim: fast
          says: It does something.
          figure: nothing.throughput
          of: {threads: 1}
          expect: lower
          by: 1.0e+15
          theirs: "42"
      charts:
        - {chart: Nothing, figure: nothing.throughput, over: threads, unit: a second}
      fits:
        - {fit: threads, figure: nothing.throughput, over: threads, predict: [8]}
      predicts:
        - {predict: nothings, step: nothing, of: {threads: 2}, servers: [4], cores: 4}
      limits:
        - Nothing is shown.
      """;

  /** Figures that an embedded store has not. */
  private static final Set<String> OF_SERVERS = Set.of("imbalance", "moving-imbalance");

  @TempDir Path directory;

  static List<String> names() {
    return Studies.names();
  }

  /** The smoke run of {@code portolan bench study all --quick}, of the studies without servers. */
  @ParameterizedTest
  @MethodSource("names")
  void shippedStudy_runsQuickly(String name) throws Exception {
    Study study = given(Studies.of(name));
    assumeTrue(isEmbedded(study), "starts servers");
    StudyResult result =
        new StudyRun(study, Size.QUICK, directory.resolve(name), LiveLine.NONE).run();
    // A busy machine may be too slow for any load of a search; a test must not fail for that.
    assertThat(result.failures())
        .filteredOn(failure -> !failure.contains("no limit was found"))
        .isEmpty();
    for (Step step : study.steps()) {
      assertThat(result.of(step))
          .allMatch(cell -> cell.rounds().size() == study.rounds(Size.QUICK, step));
      for (String figure : step.figures()) {
        if (step.kind() != Step.Kind.SEARCH && !OF_SERVERS.contains(figure)) {
          assertThat(result.of(step))
              .as("%s.%s", step.name(), figure)
              .allMatch(cell -> cell.all(figure).length > 0);
        }
      }
    }
  }

  /** Gives a study the trace that it needs. */
  private Study given(Study study) throws IOException {
    if (study.needs().isEmpty()) {
      return study;
    }
    List<String> lines = new ArrayList<>();
    for (int request = 0; request < 2_000; request++) {
      lines.add(
          "%d %d.%03d http://en.wikipedia.org/wiki/Page_%d %s"
              .formatted(
                  request,
                  1_191_194_000 + request / 1_000,
                  request % 1_000,
                  request % 37,
                  request % 50 == 0 ? "save" : "-"));
    }
    Path trace = Files.write(directory.resolve("trace"), lines);
    return study.with(Map.of("trace", List.of(trace.toString())));
  }

  private static boolean isEmbedded(Study study) {
    Map<String, String> scalars = study.scalars(Size.QUICK);
    return study.steps().stream()
        .flatMap(step -> step.cells(study.values(Size.QUICK)).stream())
        .allMatch(cell -> ServersKey.of(study, cell, scalars).isEmpty());
  }

  @Test
  void studyWithoutWhatItNeeds_saysWhatToGive() {
    assertThatThrownBy(
            () ->
                new StudyRun(
                    Studies.of("kruber-trace"), Size.QUICK, directory.resolve("x"), LiveLine.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("give --set trace=VALUE: a trace in WikiBench's format");
    assertThatThrownBy(() -> Studies.of("kruber-trace").with(Map.of("tracks", List.of("1"))))
        .hasMessageContaining("has no variable 'tracks'; it has [model, ");
  }

  @Test
  void everyCell_isMeasuredInEachRound_andShown() throws Exception {
    Study study = StudyReader.read(STUDY, "small.yaml");
    Path out = directory.resolve("out");
    StudyResult result = new StudyRun(study, Size.DEFAULT, out, LiveLine.NONE).run();
    assertThat(result.cells()).hasSize(3);
    assertThat(result.cells()).allMatch(cell -> cell.rounds().size() == 2);
    assertThat(result.cells()).allMatch(cell -> cell.failures().isEmpty());
    assertThat(result.cells().get(2).rounds().get(0)).isNotEmpty();
    assertThat(out.resolve("nothing-2").resolve("unmeasured-1")).isDirectory();
    assertThat(study.measurements(Size.DEFAULT)).isEqualTo(8);
    assertThat(RunResult.read(out.resolve("nothing-2").resolve("round-1")).load().throughput())
        .isEqualTo(result.cells().get(1).rounds().get(0).get("throughput"));
    List<Verdict> verdicts = new Judge(result).verdicts();
    assertThat(verdicts).extracting(Verdict::word).containsExactly(Verdict.Word.HOLDS);
    assertThat(StudyRecord.read(out)).isEqualTo(StudyRecord.of(result, verdicts));
    String text = StudyText.of(result, verdicts);
    assertThat(text)
        .contains("nothing: run no-operation")
        .contains("threads")
        .contains("holds")
        .contains("42")
        .contains("not fitted: a law of scalability needs throughputs of at least 4 numbers")
        .contains(
            "nothings, by the demands of nothing, threads 2:\n"
                + "not predicted: the processor time of the servers was not measured")
        .contains("limit: Nothing is shown.");
    assertThat(StudyText.summary(result, verdicts, 3.4))
        .isEqualTo(
            "study=small holds=1 does-not-hold=0 not-decided=0 too-few=0 not-measured=0 failed=0"
                + " seconds=3");
    Path page = directory.resolve("page.html");
    StudyPage.of(result, verdicts).write(page);
    assertThat(Files.readString(page))
        .contains(
            "<h1>A &lt;small&gt; study</h1>",
            "holds: fast",
            "<svg",
            "Not predicted: ",
            "What this cannot show");
  }

  /** Stores of RocksDB stand for servers that the study does not start. */
  @Test
  void storesOnServersThatRunAlready_standBesideTheNamedOne() {
    Path store = directory.resolve("far");
    Study study =
        StudyReader.read(
            """
            study: far
            title: Far
            paper: none
            question: Are the stores there?
            sizes: {default: {threads: [1, 2], rounds: 1}}
            clusters: {servers: {uri: "rocksdb:%s"}}
            steps:
              - step: reads
                run: wiki-reads
                on: servers
                each: [threads]
                options: {store: $store, pages: 5, threads: $threads, seconds: 1, warm-up: 0}
            predicts:
              - {predict: reads, step: reads, of: {threads: 2}, servers: [4], cores: 4}
            """
                .formatted(store),
            "far.yaml");
    StudyResult result =
        new StudyRun(study, Size.DEFAULT, directory.resolve("out"), LiveLine.NONE).run();
    assertThat(result.failures()).isEmpty();
    assertThat(result.cells()).allMatch(cell -> cell.all("throughput")[0] > 0);
    assertThat(directory.resolve("far_reads_1")).isDirectory();
    assertThat(directory.resolve("far_reads_2")).isDirectory();
    assertThat(store).doesNotExist();
    assertThat(ServiceDemands.of(result).get(0).missing())
        .isEqualTo(
            "the processor time of the servers was not measured, since the study did not start"
                + " them");
  }

  @Test
  void courseOfABenchmark_isDrawn_andItsNotesAreShown() throws Exception {
    Study study =
        Studies.of("portolan-auto")
            .with(
                Map.of(
                    "layout", List.of("auto"), "edits", List.of("2048"), "slice", List.of("512")));
    StudyResult result =
        new StudyRun(study, Size.QUICK, directory.resolve("auto"), LiveLine.NONE).run();
    StudyResult.OfCell auto = result.cells().get(0);
    assertThat(auto.failures()).isEmpty();
    assertThat(auto.notes().get(auto.notes().size() - 1)).startsWith("round-1: in the end pages ");
    assertThat(auto.rounds().get(0)).containsKeys("p95-ms@512", "p95-ms@2048");
    String text = StudyText.of(result, List.of());
    assertThat(text).contains("auto, round-1: in the end ").doesNotContain("@512");
    Path page = directory.resolve("page.html");
    StudyPage.of(result, List.of()).write(page);
    assertThat(Files.readString(page))
        .contains("auto, round-1: in the end ", ">edits<", "Latency of 95 of 100 edits");
  }
}
