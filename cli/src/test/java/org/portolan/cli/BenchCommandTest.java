package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.portolan.bench.Benchmark;
import org.portolan.bench.Benchmarks;

final class BenchCommandTest {
  private static final Path SCRIPT = Path.of("src/test/resources/testdata/bench.script");
  private static final String PROMPT = "$ portolan ";

  /**
   * Each line of the script that begins with a prompt is run; what follows it must be what it
   * prints, errors first, and its exit status. {@code -Dportolan.testdata.rewrite=true} writes what
   * comes out instead; read the difference before it is committed.
   */
  @Test
  void script_printsWhatItSays() throws IOException {
    StringBuilder actual = new StringBuilder();
    String expected = Files.readString(SCRIPT);
    for (String line : expected.lines().filter(line -> line.startsWith(PROMPT)).toList()) {
      String[] arguments = line.substring(PROMPT.length()).split(" ", -1);
      StringWriter text = new StringWriter();
      PrintWriter out = new PrintWriter(text);
      int status = Portolan.run(out, out, arguments);
      actual.append(line).append('\n').append(firstLines(text.toString()));
      actual.append("status ").append(status).append("\n\n");
    }
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.writeString(SCRIPT, actual);
    }
    assertThat(actual).hasToString(expected);
  }

  /** Cuts the help that follows a usage error. */
  private static String firstLines(String text) {
    int usage = text.indexOf("Usage:");
    return usage <= 0 ? text : text.substring(0, usage);
  }

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
