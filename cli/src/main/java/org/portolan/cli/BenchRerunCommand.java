package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.portolan.bench.BenchOptions;
import org.portolan.bench.Benchmark;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.run.Manifest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan bench rerun}. */
@Command(
    name = "rerun",
    description = {
      "Runs once more what the manifest of a run says: the same workload, options and seeds.",
      ""
    },
    mixinStandardHelpOptions = true)
final class BenchRerunCommand implements Runnable {
  @Parameters(paramLabel = "DIR", description = "The directory of the run.")
  Path directory;

  @Option(
      names = "--out",
      paramLabel = "PATH",
      description = "An empty or new directory for the new results (default: none are kept).")
  Path out;

  @Option(
      names = "--store",
      paramLabel = "URI",
      description = "Another store than that of the run.")
  String store;

  @Spec CommandSpec spec;

  @Override
  public void run() {
    Manifest manifest = Manifest.read(directory);
    Benchmark benchmark = Benchmarks.of(manifest.workload());
    Map<String, String> given = new LinkedHashMap<>(manifest.options());
    if (out != null) {
      given.put("out", out.toString());
    }
    if (store != null) {
      given.put("store", store);
    }
    PrintWriter console = spec.commandLine().getOut();
    console.println(
        "again: the run of "
            + manifest.started()
            + " by version "
            + manifest.version()
            + ", commit "
            + manifest.commit());
    BenchOptions options = options(benchmark, given);
    try (StatusLine status = new StatusLine(spec.commandLine().getErr())) {
      benchmark.run(options, console, status);
    }
  }

  private BenchOptions options(Benchmark benchmark, Map<String, String> given) {
    try {
      return BenchOptions.of(benchmark, given);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(),
          "this release cannot repeat the run in " + directory + ": " + e.getMessage(),
          e);
    }
  }
}
