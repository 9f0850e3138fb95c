package org.portolan.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.WorkloadType;

final class OperationNamesTest {
  @TempDir Path directory;

  private void run(String operation, Path out) {
    WorkloadBenchmark benchmark =
        new WorkloadBenchmark(
            new WorkloadType(
                "views",
                "Operations that do nothing.",
                List.of(),
                options -> new OneOperation(operation, (number, seed) -> () -> Outcome.ok(0))));
    benchmark.run(
        BenchOptions.of(
            benchmark, Map.of("seconds", "1", "warm-up", "0", "rate", "20", "out", out.toString())),
        new PrintWriter(new StringWriter()),
        line -> {});
  }

  @Test
  void run_withANameThatALogCannotHold_isRefusedBeforeItWritesAFile() {
    Path out = directory.resolve("run");
    assertThatThrownBy(() -> run("page view", out))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "workload 'page view' cannot have an operation named 'page view': a name needs one or"
                + " more ASCII characters without spaces and commas, and ALL means all operations;"
                + " rename the operation");
    assertThat(out).doesNotExist();
  }

  @Test
  void run_withANameOfUnusualCharacters_isReadWithItsHistograms() {
    Path out = directory.resolve("run");
    run("a.b_c/d:e=f#\"g\"", out);
    assertThat(RunResult.read(out).load().operations().get(0).response().getTotalCount())
        .isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "read,write", "a\tb", "a\nb", "ALL", "r\u00e9ad", "\u00a0"})
  void verify_ofANameThatALogCannotHold_namesTheWorkload(String name) {
    assertThatThrownBy(() -> LatencyLogs.verifyNames("wiki", List.of("read", name)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(
            "workload 'wiki' cannot have an operation named '" + name + "': a name needs");
  }

  @Test
  void verify_ofANameThatOccursTwice_namesIt() {
    assertThatThrownBy(() -> LatencyLogs.verifyNames("wiki", List.of("read", "write", "read")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("workload 'wiki' has two operations named 'read'; rename one");
    assertThatCode(() -> LatencyLogs.verifyNames("wiki", List.of("read", "all")))
        .doesNotThrowAnyException();
  }
}
