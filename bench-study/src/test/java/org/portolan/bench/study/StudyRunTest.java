package org.portolan.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        default: {threads: [1, 2], rounds: 2}
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
      limits:
        - Nothing is shown.
      """;

  @TempDir Path directory;

  static List<String> names() {
    return Studies.names();
  }

  /** The smoke run of {@code portolan bench study all --quick}. */
  @ParameterizedTest
  @MethodSource("names")
  void shippedStudy_runsQuickly(String name) {
    Study study = Studies.of(name);
    assertThat(study.clusters()).as("embedded stores only").isEmpty();
    StudyResult result =
        new StudyRun(study, Size.QUICK, directory.resolve(name), LiveLine.NONE).run();
    assertThat(result.failures()).isEmpty();
    for (Step step : study.steps()) {
      for (String figure : step.figures()) {
        assertThat(result.of(step))
            .as("%s.%s", step.name(), figure)
            .anyMatch(cell -> cell.all(figure).length > 0);
      }
    }
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
    assertThat(RunResult.read(out.resolve("nothing-2").resolve("round-1")).load().throughput())
        .isEqualTo(result.cells().get(1).rounds().get(0).get("throughput"));
    List<Verdict> verdicts = new Judge(result).verdicts();
    assertThat(verdicts).extracting(Verdict::word).containsExactly(Verdict.Word.HOLDS);
    String text = StudyText.of(result, verdicts);
    assertThat(text)
        .contains("nothing: run no-operation")
        .contains("threads")
        .contains("holds")
        .contains("42")
        .contains("not fitted: a law of scalability needs throughputs of at least 4 numbers")
        .contains("limit: Nothing is shown.");
    assertThat(StudyText.summary(result, verdicts, 3.4))
        .isEqualTo(
            "study=small holds=1 does-not-hold=0 not-decided=0 too-few=0 not-measured=0 failed=0"
                + " seconds=3");
    Path page = directory.resolve("page.html");
    StudyPage.of(result, verdicts).write(page);
    assertThat(Files.readString(page))
        .contains("<h1>A &lt;small&gt; study</h1>", "holds: fast", "<svg", "What this cannot show");
  }
}
