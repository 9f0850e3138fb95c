package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.portolan.bench.Benchmark;
import org.portolan.bench.Benchmarks;

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
}
