package org.portolan.bench.run;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.portolan.bench.api.BenchOptions;

/** A process that runs an hour of load, and prints a line when its first second is over. */
final class InterruptedProgram {
  private InterruptedProgram() {}

  public static void main(String[] arguments) {
    WorkloadBenchmark benchmark = new WorkloadBenchmark(new LossyType().type());
    Map<String, String> given =
        Map.of(
            "seconds",
            "3600",
            "warm-up",
            "0",
            "rate",
            "200",
            "lose-one-in",
            "0",
            "out",
            arguments[0]);
    benchmark.run(
        BenchOptions.of(benchmark, given),
        new PrintWriter(System.out, true, StandardCharsets.UTF_8),
        text -> System.out.println("live " + text));
  }
}
