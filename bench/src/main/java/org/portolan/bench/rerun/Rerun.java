package org.portolan.bench.rerun;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Text;
import org.portolan.bench.run.Manifest;

/** A run to be repeated from its manifest. */
public record Rerun(Manifest manifest, Benchmark benchmark, BenchOptions options) {

  /**
   * Reads the run to repeat.
   *
   * @param changed options that replace those of the manifest
   * @throws IllegalArgumentException if the directory holds no run, or this release does not know
   *     its workload or one of its options
   */
  public static Rerun of(Path directory, Map<String, String> changed) {
    Manifest manifest = Manifest.read(directory);
    Map<String, String> given = new LinkedHashMap<>(manifest.options());
    given.putAll(changed);
    try {
      Benchmark benchmark = Benchmarks.of(manifest.workload());
      return new Rerun(manifest, benchmark, BenchOptions.of(benchmark, given));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "this release cannot repeat the run in " + directory + ": " + e.getMessage(), e);
    }
  }

  public void run(PrintWriter out, LiveLine live) {
    out.println(
        Text.format(
            "again: the run of %s by version %s, commit %s",
            manifest.started(), manifest.version(), manifest.commit()));
    benchmark.run(options, out, live);
  }
}
