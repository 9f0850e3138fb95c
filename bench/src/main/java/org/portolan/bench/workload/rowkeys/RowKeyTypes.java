package org.portolan.bench.workload.rowkeys;

import java.util.ArrayList;
import java.util.List;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.load.Workload;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.design.key.KeyLayout;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;

/** The workloads on row keys on the command line. */
public final class RowKeyTypes {
  private static final String LOADS = "row-key-loads";
  private static final String LOOK_UPS = "row-key-look-ups";

  private RowKeyTypes() {}

  /** Returns all types. */
  public static List<WorkloadType> all() {
    List<Parameter> loads = parameters();
    loads.add(
        Parameter.whole(
            "file-rows",
            1,
            1_000_000_000,
            100_000,
            "The number of rows of a file, which have neighbouring ids; each thread loads one file"
                + " at a time."));
    loads.add(Parameter.whole("batch", 1, 10_000, 100, "The number of rows of one write."));
    List<Parameter> lookUps = parameters();
    lookUps.add(
        Parameter.whole("rows", 1, 1_000_000_000, 100_000, "The number of rows of the table."));
    return List.of(
        new WorkloadType(
            LOADS,
            "Zdravevski 2016: rows loaded from files under row keys with a prefix; the table is made"
                + " anew.",
            loads,
            options -> open(options, LOADS)),
        new WorkloadType(
            LOOK_UPS,
            "Zdravevski 2016: rows looked up by their ids, where the prefix follows from the id.",
            lookUps,
            options -> open(options, LOOK_UPS)));
  }

  private static List<Parameter> parameters() {
    List<Parameter> parameters = new ArrayList<>();
    parameters.add(
        Parameter.store(
            "The store's URI; the workload makes a table of its own in it (default: a temporary"
                + " store on RocksDB)."));
    parameters.add(
        Parameter.choice("layout", RowKeys.NAMES, "md5-modulo", "What comes before the id."));
    parameters.add(
        Parameter.whole(
            "range", 1, KeyLayout.PREFIX_RANGE_MAX, 1_000, "The number of prefixes of a layout."));
    parameters.add(
        Parameter.whole(
            "regions",
            1,
            10_000,
            1,
            "The number of regions into which a table of HBase is split."));
    parameters.add(Parameter.whole("line-bytes", 1, 1_000_000, 100, "The length of a row."));
    parameters.add(Parameter.directory());
    return parameters;
  }

  private static Workload open(BenchOptions options, String name) {
    boolean loads = name.equals(LOADS);
    RowKeys keys =
        new RowKeys(
            RowKeys.layout(options.text("layout"), options.integer("range")),
            options.integer("regions"),
            options.integer("line-bytes"));
    if (!loads && !keys.layout().answersLookup()) {
      throw new IllegalArgumentException(
          "the prefix of "
              + options.text("layout")
              + " does not follow from the id, so a row can only be found by reading all: take"
              + " another layout");
    }
    RowKeyWorkload.Settings settings =
        new RowKeyWorkload.Settings(
            name,
            loads,
            loads ? options.number("file-rows") : 1,
            loads ? options.integer("batch") : 1,
            loads ? 0 : options.number("rows"),
            options.number("seed"));
    String uri = options.text("store");
    if (!uri.isEmpty()) {
      return open(settings, keys, uri, () -> {});
    }
    WorkDirectory directory = WorkDirectory.make(options.path("dir"));
    try {
      return open(settings, keys, directory.store("rows"), directory::close);
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static Workload open(
      RowKeyWorkload.Settings settings, RowKeys keys, String uri, Runnable onClose) {
    Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING);
    return new RowKeyWorkload(settings, keys, engine, onClose);
  }
}
