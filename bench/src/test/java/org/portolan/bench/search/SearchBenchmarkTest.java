package org.portolan.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.rerun.Rerun;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.search.SearchResult.End;

/** A search through the load generator, on operations that do nothing. */
@Tag("long")
final class SearchBenchmarkTest {
  @TempDir Path directory;

  private final SearchBenchmark search = new SearchBenchmark(Benchmarks.workload("no-operation"));

  @Test
  void run_upToOneThread_probesConfirmsAndKeepsTheTrail() {
    StringWriter text = new StringWriter();
    List<String> live = new ArrayList<>();
    Path out = directory.resolve("trail");
    BenchOptions options =
        BenchOptions.of(
            search,
            Map.of(
                "by",
                "threads",
                "most",
                "1",
                "probe",
                "2s",
                "longest",
                "1",
                "warm-up",
                "1s",
                "within",
                "10s",
                "out",
                out.toString()));
    search.run(options, new PrintWriter(text), live::add);
    SearchFile file = SearchFile.read(out);
    assertThat(file.end()).isEqualTo(End.EVERYTHING_PASSES);
    assertThat(file.confirmed()).isTrue();
    assertThat(file.probes()).hasSize(2);
    assertThat(file.probes().get(0).percentInTime()).isEqualTo(100);
    assertThat(file.probes().get(0).throughput()).isPositive();
    assertThat(file.probes().get(0).clientMicros()).isPositive();
    assertThat(file.probes().get(0).directory()).isEqualTo("probe-01");
    RunResult first = RunResult.read(out.resolve("probe-01"));
    assertThat(first.load().throughput()).isEqualTo(file.probes().get(0).throughput());
    assertThat(Rerun.of(out.resolve("probe-02"), Map.of()).options().values())
        .containsEntry("threads", "1")
        .containsEntry("seconds", "2")
        .containsEntry("warm-up", "1");
    assertThat(text.toString())
        .contains("The highest load at which 95 % of the requests answer within 10 s.")
        .contains("answer: 1 thread passed, and nothing failed up to 1 thread, the most allowed")
        .contains("end=everything-passes passes=1.000 fails=0.000");
    assertThat(live).contains("probe 1 (bracket): 1 thread for 2 s");
    assertThatThrownBy(() -> search.run(options, new PrintWriter(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which is not an empty directory; name another");
  }

  @Test
  void options_thatAreWrong_areRefused() {
    assertThatThrownBy(() -> BenchOptions.of(search, Map.of("within", "200")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a whole number with its unit, us, ms, s or min, like 200ms");
    assertThatThrownBy(() -> BenchOptions.of(search, Map.of("percent", "100")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a number from 0.001 to 99.999");
  }
}
