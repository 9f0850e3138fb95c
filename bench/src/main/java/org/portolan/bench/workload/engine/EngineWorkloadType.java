package org.portolan.bench.workload.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.random.Distributions;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;

/** YCSB's and Wang's workloads on the command line. */
public final class EngineWorkloadType {
  private EngineWorkloadType() {}

  /** Returns all types, YCSB's first. */
  public static List<WorkloadType> all() {
    return Mixes.ALL.stream()
        .map(
            mix ->
                new WorkloadType(
                    mix.name(), mix.description(), parameters(mix), options -> open(mix, options)))
        .toList();
  }

  private static List<Parameter> parameters(Mix mix) {
    List<Parameter> parameters = new ArrayList<>();
    parameters.add(
        Parameter.store(
            "The store's URI; the run fills it and writes to it (default: a temporary store on"
                + " RocksDB)."));
    parameters.add(Parameter.whole("records", 1, 1_000_000_000, 100_000, "The number of records."));
    if (mix.has(RowOperation.INSERT)) {
      parameters.add(
          Parameter.whole(
              "inserts-expected",
              0,
              1_000_000_000,
              10_000,
              "The number of records that a run will insert, which YCSB's zipfian needs in"
                  + " advance."));
    }
    if (mix.has(RowOperation.SCAN)) {
      parameters.add(
          Parameter.whole(
              "scan-length", 1, 10_000, 100, "The longest scan, in records; the shortest is 1."));
    }
    parameters.add(Parameter.distribution(mix.distribution(), "The distribution of records"));
    parameters.add(
        Parameter.choice(
            "durability",
            List.of("synced", "buffered"),
            "synced",
            "Whether a write is on stable storage when it returns."));
    parameters.add(
        Parameter.choice(
            "check",
            Spelled.words(Check.class),
            Check.VERSIONS.spelling(),
            "What is verified: 'stale' counts stale reads, of stores that are not asked for the"
                + " newest data, and 'content' allows them, also if several processes write at the"
                + " same time."));
    parameters.add(Parameter.directory());
    return parameters;
  }

  private static Workload open(Mix mix, BenchOptions options) {
    var settings =
        new EngineWorkload.Settings(
            options.number("records"),
            mix.has(RowOperation.INSERT) ? options.number("inserts-expected") : 0,
            mix.has(RowOperation.SCAN) ? options.integer("scan-length") : 1,
            Distributions.parse(options.text("distribution")),
            Durability.valueOf(options.text("durability").toUpperCase(Locale.ROOT)),
            Spelled.of(Check.class, options.text("check")),
            options.number("seed"));
    String uri = options.text("store");
    if (!uri.isEmpty()) {
      return open(mix, settings, uri, () -> {});
    }
    WorkDirectory directory = WorkDirectory.make(options.path("dir"));
    try {
      return open(mix, settings, directory.store("records"), directory::close);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static Workload open(
      Mix mix, EngineWorkload.Settings settings, String uri, Runnable onClose) {
    requireScans(mix, Engines.ofUri(uri));
    Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING);
    try {
      return new EngineWorkload(mix, settings, engine, onClose);
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  private static void requireScans(Mix mix, EngineProvider provider) {
    KeyOrder order = provider.capabilities().keyOrder();
    if (mix.has(RowOperation.SCAN) && order != KeyOrder.TABLE) {
      throw new CapabilityException(
          Text.format(
              "%s scans records in the order of their keys over the whole table; engine"
                  + " '%s%s: take a workload without scans, or an engine that orders a table",
              mix.name(),
              provider.scheme(),
              order == KeyOrder.NONE
                  ? "' has no ordered scans"
                  : "' orders records within a partition only"));
    }
  }
}
