package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.study.Studies;

final class BenchCommandTest {

  @Test
  void help_ofEachBenchmark_namesAllItsOptions() {
    for (Benchmark benchmark : Benchmarks.all()) {
      StringWriter text = new StringWriter();
      PrintWriter out = new PrintWriter(text);
      assertThat(Portolan.run(out, out, "bench", "run", benchmark.name(), "--help")).isZero();
      assertThat(text.toString()).contains("Usage: portolan bench run " + benchmark.name());
      benchmark
          .parameters()
          .forEach(parameter -> assertThat(text.toString()).contains("--" + parameter.name()));
      assertThat(text.toString()).contains("--verbose");
    }
  }

  @Test
  void run_ofASmallBenchmark_endsWithItsSummary() {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    int status =
        Portolan.run(
            out,
            out,
            "bench",
            "run",
            "key-distribution",
            "--ids=100",
            "--range",
            "10",
            "--layout",
            "modulo");
    assertThat(status).isZero();
    String[] lines = text.toString().split("\n", -1);
    assertThat(Arrays.asList(lines))
        .contains("ids=100 minimum=10 maximum=10 deviation=0.000")
        .anyMatch(line -> line.startsWith("machine: "));
  }

  @Test
  void study_shown_isItsFile() {
    String shown = run("bench", "study", "neves-scan", "--show");
    assertThat(shown).isEqualTo(Studies.text("neves-scan"));
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    assertThat(Portolan.run(out, out, "bench", "study", "all", "--show")).isEqualTo(2);
    assertThat(text.toString()).startsWith("--show: there is no study 'all'; there are [klencke-");
  }

  @Test
  void rerun_ofAKeptRun_doesTheSameAgain(@TempDir Path directory) {
    String first = directory.resolve("first").toString();
    String second = directory.resolve("second").toString();
    String run =
        run(
            "bench",
            "run",
            "no-operation",
            "--rate=2000",
            "--seconds=1",
            "--warm-up=0",
            "--threads=2",
            "--seed=3",
            "--out=" + first);
    String rerun = run("bench", "rerun", first, "--out", second);
    assertThat(rerun).startsWith("again: the run of 20");
    Manifest manifest = Manifest.read(Path.of(second));
    assertThat(manifest.options()).isEqualTo(Manifest.read(Path.of(first)).options());
    // The schedule is a function of the seed: the same operations are due.
    assertThat(RunResult.read(Path.of(second)).load().due())
        .isEqualTo(RunResult.read(Path.of(first)).load().due());
    assertThat(run).contains(" --seed 3 ").contains("generator=");
  }

  @Test
  void rerun_ofNoRun_saysSo(@TempDir Path directory) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    assertThat(Portolan.run(out, out, "bench", "rerun", directory.toString())).isEqualTo(1);
    assertThat(text.toString())
        .isEqualTo(
            "portolan: " + directory + " is not the directory of a run: it has no manifest.json\n");
  }

  private static String run(String... arguments) {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    assertThat(Portolan.run(out, out, arguments)).as(text.toString()).isZero();
    return text.toString();
  }
}
