package org.portolan.bench.layer;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.dump.StoreExport;
import org.portolan.dump.StoreImport;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;

/**
 * Exports and imports of small rows on RocksDB, compared with scans and writes of the same rows
 * that make no files. Every turn opens its store, and an import makes a new one.
 */
public final class DumpBenchmark extends Benchmark {
  private static final String PREFIXED = "{md5-modulo: {range: 100}}";
  private static final int PAGE_ROWS = 1_000;

  public DumpBenchmark() {
    super(
        "dump",
        "Rows exported and imported per second on RocksDB, compared with bare scans and writes.",
        List.of(
            Parameter.whole("rows", 1_000, 100_000_000, 1_000_000, "The number of rows."),
            Parameter.whole("fields", 1, 1_000, 2, "The number of text fields of a row."),
            Parameter.whole("value-bytes", 0, 1_000_000, 20, "The size of a field."),
            Parameter.rounds(3),
            Parameter.warmUp(1),
            Parameter.directory()));
  }

  private enum Way implements Spelled {
    ENGINE_SCAN("scan through the engine"),
    LAYER_SCAN("scan through the data layer"),
    EXPORT("export, plain keys"),
    SORTED_EXPORT("export, prefixed keys, sorted"),
    LAYER_WRITES("buffered writes of 500 rows"),
    IMPORT("import, plain keys");

    private final String label;

    Way(String label) {
      this.label = label;
    }
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      Turns turns = new Turns(directory, options);
      live.show("filling the stores");
      turns.prepare();
      print(Rounds.of(options).run(List.of(Way.values()), turns::turn), report);
    }
  }

  private static void print(Map<Way, List<Turn>> measured, Report report) {
    Table table = new Table("way", "rows per second", "of the scan");
    Summary summary = new Summary();
    List<Turn> bare = measured.get(Way.ENGINE_SCAN);
    Spread rate = Spread.of(bare, Turn::perSecond);
    for (Way way : Way.values()) {
      List<Turn> turns = measured.get(way);
      rate = Spread.of(turns, Turn::perSecond);
      Spread ratio = Spread.ofRatios(turns, bare, Turn::perSecond);
      table.row(way.label, rate.text(), way == Way.ENGINE_SCAN ? "" : ratio.text());
      summary.add(way.spelling(), rate.median());
    }
    report.table(table);
    report.text("\n" + rate.legend());
    report.end(summary);
  }

  /** The stores and dumps of a run. */
  private static final class Turns {
    private final WorkDirectory directory;
    private final RowShape shape;
    private final int rows;
    private final AtomicInteger number = new AtomicInteger();

    Turns(WorkDirectory directory, BenchOptions options) {
      this.directory = directory;
      this.rows = options.integer("rows");
      this.shape = new RowShape(options.integer("fields"), options.integer("value-bytes"), 1);
    }

    void prepare() {
      LayerSide.load(directory.store("plain"), shape.design(), shape, rows);
      LayerSide.load(directory.store("prefixed"), shape.design(PREFIXED), shape, rows);
      export("plain", "dump");
    }

    Turn turn(Way way) {
      String fresh = way.spelling() + "-" + number.incrementAndGet();
      IntSupplier work =
          () -> {
            long done =
                switch (way) {
                  case ENGINE_SCAN -> engineScan();
                  case LAYER_SCAN -> layerScan();
                  case EXPORT -> export("plain", fresh);
                  case SORTED_EXPORT -> export("prefixed", fresh);
                  case LAYER_WRITES -> write(fresh);
                  case IMPORT -> restore(fresh);
                };
            if (done != rows) {
              throw new BenchmarkFailedException(way.label + " has " + done + " rows");
            }
            return rows;
          };
      Turn turn = Turn.run(way.label, 1, Duration.ofMillis(1), thread -> work);
      if (directory.path().resolve(fresh).toFile().exists()) {
        new WorkDirectory(directory.path().resolve(fresh)).close();
      }
      return turn;
    }

    private long engineScan() {
      try (Engine engine = Engines.open(directory.store("plain"), OpenMode.EXISTING)) {
        Scan scan =
            Scan.of(RowShape.ENTITY, KeyRange.ALL, PAGE_ROWS, FamilyRead.all(RowShape.FAMILY));
        long read = 0;
        while (true) {
          ScanPage page = engine.scan(scan);
          read += page.rows().size();
          if (page.next().isEmpty()) {
            return read;
          }
          scan = scan.following(page);
        }
      }
    }

    private long layerScan() {
      try (Store store = Stores.open(directory.store("plain"))) {
        Paging paging = Paging.first(PAGE_ROWS);
        long read = 0;
        while (true) {
          Slice<EntityRow> page = store.scanStored(RowShape.ENTITY, Columns.ALL, paging);
          read += page.entries().size();
          if (page.next().isEmpty()) {
            return read;
          }
          paging = paging.following(page);
        }
      }
    }

    private long export(String from, String to) {
      try (Store store = Stores.open(directory.store(from))) {
        return new StoreExport(
                store, directory.path().resolve(to), StoreExport.Options.DEFAULT, done -> {})
            .run()
            .rows();
      }
    }

    private long write(String to) {
      LayerSide.load(directory.store(to), shape.design(), shape, rows);
      return rows;
    }

    private long restore(String to) {
      StoreImport work = new StoreImport(directory.path().resolve("dump"), done -> {});
      try (Store store = work.open(directory.store(to), Optional.empty())) {
        return work.run(store).rows();
      }
    }
  }
}
