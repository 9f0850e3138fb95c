package org.portolan.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;

/** Runs small benchmarks in tests. */
public record Runs(List<String> lines) {

  /** Runs a benchmark with {@code --name value} pairs. */
  public static Runs of(String benchmark, String... arguments) {
    Map<String, String> given = new LinkedHashMap<>();
    for (int index = 0; index < arguments.length; index += 2) {
      given.put(arguments[index].substring(2), arguments[index + 1]);
    }
    StringWriter text = new StringWriter();
    Benchmark found = Benchmarks.of(benchmark);
    PrintWriter out = new PrintWriter(text);
    found.run(BenchOptions.of(found, given), out);
    out.flush();
    Runs runs = new Runs(text.toString().lines().toList());
    assertThat(runs.lines.get(0)).isEqualTo(found.description());
    assertThat(runs.lines.get(1)).startsWith("run: portolan bench run " + benchmark + " --");
    assertThat(runs.lines.get(2)).matches("machine: \\d+ processors .* heap .* Java 1.*");
    return runs;
  }

  /** Returns the pairs of the last line. */
  public Map<String, String> summary() {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : lines.get(lines.size() - 1).split(" ", -1)) {
      String[] sides = pair.split("=", 2);
      assertThat(sides).as(pair).hasSize(2);
      pairs.put(sides[0], sides[1]);
    }
    return pairs;
  }

  /** Returns the figure with a name in the last line. */
  public double figure(String name) {
    assertThat(summary()).containsKey(name);
    return Double.parseDouble(summary().get(name));
  }

  public String text() {
    return String.join("\n", lines);
  }
}
