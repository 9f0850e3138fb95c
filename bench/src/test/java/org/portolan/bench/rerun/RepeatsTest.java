package org.portolan.bench.rerun;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.RunResult;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;

@Tag("long")
final class RepeatsTest {
  @TempDir Path directory;

  private Path run(String name, String rate) {
    Path out = directory.resolve(name);
    Benchmark benchmark = Benchmarks.of("no-operation");
    Map<String, String> given =
        Map.of("seconds", "1", "warm-up", "0", "rate", rate, "out", out.toString());
    benchmark.run(BenchOptions.of(benchmark, given), new PrintWriter(new StringWriter()));
    return out;
  }

  @Test
  void runs_takeTurns_eachInAProcessOfItsOwn() {
    Path slow = run("slow", "50");
    Path fast = run("fast", "100");
    StringWriter text = new StringWriter();
    Path out = directory.resolve("again");
    Repeats.run(List.of(slow, fast), 2, out, new PrintWriter(text), LiveLine.NONE);
    assertThat(text.toString().lines().map(line -> line.substring(0, line.indexOf(':'))))
        .containsExactly("slow 1", "fast 1", "fast 2", "slow 2");
    for (Path original : List.of(slow, fast)) {
      for (String number : List.of("1", "2")) {
        RunResult repeat = RunResult.read(out.resolve(original.getFileName()).resolve(number));
        assertThat(repeat.manifest().options()).isEqualTo(Manifest.read(original).options());
        assertThat(repeat.load().due()).isEqualTo(RunResult.read(original).load().due());
      }
    }
  }

  @Test
  void runs_onAStoreThatCannotBeOpened_failWithItsReasonAlone() {
    String uri = "rocksdb:" + directory.resolve("store");
    Path run = directory.resolve("run");
    Benchmark benchmark = Benchmarks.of("ycsb-c");
    Map<String, String> given =
        Map.of("records", "1", "seconds", "1", "warm-up", "0", "store", uri, "out", run.toString());
    benchmark.run(BenchOptions.of(benchmark, given), new PrintWriter(new StringWriter()));
    try (Engine open = Engines.open(uri, OpenMode.EXISTING)) {
      assertThatThrownBy(
              () ->
                  Repeats.run(
                      List.of(run),
                      1,
                      directory.resolve("again"),
                      new PrintWriter(new StringWriter()),
                      LiveLine.NONE))
          .isInstanceOf(BenchmarkFailedException.class)
          .hasMessageStartingWith("the child process ended with status 1: ")
          .hasMessageContaining(directory.resolve("store") + " ")
          .hasMessageNotContainingAny("Exception", "\tat ");
      assertThat(open.tables()).isNotEmpty();
    }
  }

  @Test
  void runs_ofTheSameName_areRefused() {
    Path one = run("one", "50");
    assertThatThrownBy(
            () ->
                Repeats.run(
                    List.of(one, one),
                    1,
                    directory.resolve("again"),
                    new PrintWriter(new StringWriter()),
                    LiveLine.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("two runs are named 'one'");
  }
}
