package org.portolan.bench;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.endurance.EnduranceBenchmark;
import org.portolan.bench.generator.LoadGeneratorBenchmark;
import org.portolan.bench.layer.DataLayerBenchmark;
import org.portolan.bench.pages.EnginePagesBenchmark;
import org.portolan.bench.run.WorkloadBenchmark;
import org.portolan.bench.scans.PreparedScanBenchmark;
import org.portolan.bench.search.SearchBenchmark;
import org.portolan.bench.start.StartUpBenchmark;
import org.portolan.bench.web.PageViewsBenchmark;
import org.portolan.bench.wiki.ContendedEditsBenchmark;
import org.portolan.bench.wiki.ImportBenchmark;
import org.portolan.bench.workload.Workloads;

/** All benchmarks. */
public final class Benchmarks {
  private static final List<Benchmark> MEASUREMENTS =
      List.of(
          new KeyDistributionBenchmark(),
          new DataLayerBenchmark(),
          new ImportBenchmark(),
          new ContendedEditsBenchmark(),
          new PageViewsBenchmark(),
          new EnginePagesBenchmark(),
          new StartUpBenchmark(),
          new LoadGeneratorBenchmark(),
          new PreparedScanBenchmark(),
          new EnduranceBenchmark());

  private static final List<Benchmark> ALL =
      Stream.concat(
              MEASUREMENTS.stream(),
              Workloads.all().stream().<Benchmark>map(WorkloadBenchmark::new))
          .toList();

  private Benchmarks() {}

  /** Returns all benchmarks, in the order in which they are listed. */
  public static List<Benchmark> all() {
    return ALL;
  }

  /**
   * Returns the benchmark with a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists all names
   */
  public static Benchmark of(String name) {
    return ALL.stream()
        .filter(benchmark -> benchmark.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no benchmark '" + name + "'; there are " + names()));
  }

  /**
   * Returns a search for every workload whose load can be chosen; the load of a replay comes from
   * its trace.
   */
  public static List<Benchmark> searches() {
    return Workloads.all().stream()
        .filter(type -> !type.paced())
        .<Benchmark>map(SearchBenchmark::new)
        .toList();
  }

  /** Returns the names of all benchmarks, for messages. */
  public static String names() {
    return ALL.stream().map(Benchmark::name).collect(Collectors.joining(", "));
  }
}
