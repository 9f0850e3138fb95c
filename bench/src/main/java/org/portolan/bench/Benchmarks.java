package org.portolan.bench;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.Text;
import org.portolan.bench.contention.WikiEditsBenchmark;
import org.portolan.bench.costmodel.CostModelBenchmark;
import org.portolan.bench.endurance.EnduranceBenchmark;
import org.portolan.bench.evolve.EvolveBenchmark;
import org.portolan.bench.generator.LoadGeneratorBenchmark;
import org.portolan.bench.growth.GrowthBenchmark;
import org.portolan.bench.hostile.HostileLoadBenchmark;
import org.portolan.bench.layer.DataLayerBenchmark;
import org.portolan.bench.layer.DumpBenchmark;
import org.portolan.bench.layer.ListenersBenchmark;
import org.portolan.bench.layer.ManyRowsBenchmark;
import org.portolan.bench.layer.MergedScanBenchmark;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.loading.LoadingBenchmark;
import org.portolan.bench.loading.MigrationBenchmark;
import org.portolan.bench.mediawiki.BesideMediaWikiBenchmark;
import org.portolan.bench.mediawiki.MediaWikiLinksBenchmark;
import org.portolan.bench.pages.EnginePagesBenchmark;
import org.portolan.bench.run.WorkloadBenchmark;
import org.portolan.bench.scans.PreparedScanBenchmark;
import org.portolan.bench.scans.ScanParameters;
import org.portolan.bench.search.SearchBenchmark;
import org.portolan.bench.shop.ShopBenchmark;
import org.portolan.bench.start.StartUpBenchmark;
import org.portolan.bench.web.PageViewsBenchmark;
import org.portolan.bench.wiki.AutoLayoutBenchmark;
import org.portolan.bench.wiki.ContendedEditsBenchmark;
import org.portolan.bench.wiki.ImportBenchmark;
import org.portolan.bench.workload.engine.EngineWorkloadType;
import org.portolan.bench.workload.rowkeys.RowKeyTypes;
import org.portolan.bench.workload.trace.ReplayType;
import org.portolan.bench.workload.wiki.WikiWorkload;

/** All benchmarks and workloads. */
public final class Benchmarks {
  private static final List<Benchmark> MEASUREMENTS =
      List.of(
          new KeyDistributionBenchmark(),
          new DataLayerBenchmark(),
          new ListenersBenchmark(),
          new MergedScanBenchmark(),
          new DumpBenchmark(),
          new ManyRowsBenchmark(),
          new ImportBenchmark(),
          new LoadingBenchmark(),
          new MigrationBenchmark(),
          new ContendedEditsBenchmark(),
          new AutoLayoutBenchmark(),
          new EvolveBenchmark(),
          new GrowthBenchmark(),
          new CostModelBenchmark(),
          new PageViewsBenchmark(),
          new MediaWikiLinksBenchmark(),
          new BesideMediaWikiBenchmark(),
          new EnginePagesBenchmark(),
          new ShopBenchmark(),
          new StartUpBenchmark(),
          new LoadGeneratorBenchmark(),
          new PreparedScanBenchmark(),
          new EnduranceBenchmark(),
          new HostileLoadBenchmark());

  private static final List<WorkloadType> WORKLOADS =
      Stream.of(
              EngineWorkloadType.all(),
              WikiWorkload.types(),
              RowKeyTypes.all(),
              List.of(ScanParameters.workloadType(), ReplayType.TYPE, noOperation()))
          .flatMap(List::stream)
          .toList();

  private static final List<Benchmark> ALL =
      Stream.concat(MEASUREMENTS.stream(), WORKLOADS.stream().map(Benchmarks::benchmark)).toList();

  private Benchmarks() {}

  private static Benchmark benchmark(WorkloadType type) {
    return type.name().equals(WikiWorkload.EDITS)
        ? new WikiEditsBenchmark(type)
        : new WorkloadBenchmark(type);
  }

  private static WorkloadType noOperation() {
    String name = "no-operation";
    return new WorkloadType(
        name,
        "Operations that do nothing: the generator's own cost and error.",
        List.of(),
        options -> new OneOperation(name, (number, seed) -> () -> Outcome.ok(0)));
  }

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
    return find("benchmark", name, ALL, Benchmark::name);
  }

  /**
   * Returns the workload with a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists all names
   */
  public static WorkloadType workload(String name) {
    return find("workload", name, WORKLOADS, WorkloadType::name);
  }

  private static <T> T find(String what, String name, List<T> all, Function<T, String> nameOf) {
    return all.stream()
        .filter(each -> nameOf.apply(each).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Text.format(
                        "there is no %s '%s'; there are %s", what, name, names(all, nameOf))));
  }

  /**
   * Returns a search for every workload whose load can be chosen; the load of a replay comes from
   * its trace.
   */
  public static List<Benchmark> searches() {
    return WORKLOADS.stream()
        .filter(type -> !type.paced())
        .<Benchmark>map(SearchBenchmark::new)
        .toList();
  }

  /** Returns the names of all benchmarks, for messages. */
  public static String names() {
    return names(ALL, Benchmark::name);
  }

  private static <T> String names(List<T> all, Function<T, String> nameOf) {
    return all.stream().map(nameOf).collect(Collectors.joining(", "));
  }
}
