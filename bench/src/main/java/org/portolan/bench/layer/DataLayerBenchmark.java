package org.portolan.bench.layer;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Stores;
import org.portolan.engine.rocksdb.BareDatabase;

/**
 * The data layer compared with RocksDB's own API in one process. One uses a store and the other a
 * copy of its files: the same keys and bytes, opened with the same options, each with its own
 * cache.
 *
 * <p>Reads are measured first, so that all caches are warm, then writes.
 *
 * <p>Both sides encode keys and rows with the same codecs and commit optimistic transactions with a
 * snapshot. The data layer does more: it maps the key by the design, names the columns of each row,
 * checks values against their types, follows indexes and counters (of which these rows have none),
 * and names the rows of a conflict.
 */
public final class DataLayerBenchmark extends Benchmark {
  private static final long SEED = 1;

  public DataLayerBenchmark() {
    super(
        "data-layer",
        "Reads and writes through the data layer, compared with the same rows through RocksDB's"
            + " own API.",
        List.of(
            Parameter.whole("rows", 1_000, 100_000_000, 100_000, "The number of rows."),
            Parameter.whole("fields", 1, 1_000, 10, "The number of text fields of a row."),
            Parameter.whole("value-bytes", 0, 1_000_000, 100, "The size of a field."),
            Parameter.whole("threads", 1, 256, 2, "The number of threads."),
            Parameter.whole(
                "millis", 1, 600_000, 200, "The time of each variant in a round, in ms."),
            Parameter.rounds(11),
            Parameter.warmUp(5),
            Parameter.directory()));
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    RowShape shape = new RowShape(options.integer("fields"), options.integer("value-bytes"), SEED);
    int rows = options.integer("rows");
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      LayerSide.load(directory.store("layer"), shape.design(), shape, rows);
      WorkDirectory.copy(directory.path().resolve("layer"), directory.path().resolve("bare"));
      try (BareDatabase bare = BareDatabase.open(directory.path().resolve("bare"));
          BareSide decoding = new BareSide(bare, shape, true);
          BareSide bytes = new BareSide(bare, shape, false);
          LayerSide layer = new LayerSide(Stores.open(directory.store("layer")), shape)) {
        new Comparison(layer, decoding, bytes, options).run(report);
      }
    }
  }

  /** One measured cell: an operation on a side. */
  private record Cell(Operation operation, Side side) {}

  private static final class Comparison {
    private final Side layer;
    private final Side decoding;
    private final Side bytes;
    private final BenchOptions options;
    private final Map<Side, AtomicLong> changes = new LinkedHashMap<>();
    private long seed = SEED;

    Comparison(Side layer, Side decoding, Side bytes, BenchOptions options) {
      this.layer = layer;
      this.decoding = decoding;
      this.bytes = bytes;
      this.options = options;
      changes.put(layer, new AtomicLong());
      changes.put(decoding, new AtomicLong());
    }

    void run(Report report) {
      List<Cell> reads = new ArrayList<>();
      List<Cell> writes = new ArrayList<>();
      for (Operation operation : Operation.values()) {
        List<Cell> cells = operation.reads() ? reads : writes;
        cells.add(new Cell(operation, layer));
        cells.add(new Cell(operation, decoding));
        if (operation.reads()) {
          cells.add(new Cell(operation, bytes));
        }
      }
      // A write makes blocks that no cache has yet. Two sides read RocksDB's copy and one the data
      // layer's, so RocksDB's cache would be warm again earlier.
      Map<Cell, List<Turn>> measured = new HashMap<>(Rounds.of(options).run(reads, this::measure));
      measured.putAll(Rounds.of(options).run(writes, this::measure));
      requireChanges("the data layer", layer);
      requireChanges("RocksDB's own API", decoding);
      print(measured, report);
    }

    private Turn measure(Cell cell) {
      Operation operation = cell.operation();
      Side side = cell.side();
      int rows = options.integer("rows");
      int threads = options.integer("threads");
      Turn turn =
          Turn.run(
              operation.label(),
              threads,
              Duration.ofMillis(options.number("millis")),
              thread -> operation.step(side, rows, thread, threads, new SplittableRandom(++seed)));
      if (operation.changes()) {
        changes.get(side).addAndGet(turn.rows());
      }
      return turn;
    }

    private void requireChanges(String name, Side side) {
      long stored = side.versions(options.integer("rows") / 2);
      long made = changes.get(side).get();
      if (stored != made) {
        throw new BenchmarkFailedException(
            name + " committed " + made + " changes, but its rows count " + stored);
      }
    }

    private void print(Map<Cell, List<Turn>> measured, Report report) {
      Table table =
          new Table(
              "rows per second", "data layer", "RocksDB", "ratio", "of CPU", "ratio to undecoded");
      Summary summary = new Summary();
      Spread ratio = null;
      for (Operation operation : Operation.values()) {
        List<Turn> ofLayer = measured.get(new Cell(operation, layer));
        List<Turn> ofRocksDb = measured.get(new Cell(operation, decoding));
        List<Turn> ofBytes = measured.get(new Cell(operation, bytes));
        Spread rate = Spread.of(ofLayer, Turn::perSecond);
        Spread processor = Spread.ofRatios(ofLayer, ofRocksDb, Turn::perProcessorSecond);
        ratio = Spread.ofRatios(ofLayer, ofRocksDb, Turn::perSecond);
        table.row(
            operation.label(),
            rate.text(),
            Spread.of(ofRocksDb, Turn::perSecond).text(),
            ratio.text(),
            processor.text(),
            ofBytes == null ? "" : Spread.ofRatios(ofLayer, ofBytes, Turn::perSecond).text());
        String name = operation.spelling();
        summary
            .add(name, rate.median())
            .add(name + "-ratio", ratio.median())
            .add(name + "-cpu-ratio", processor.median());
      }
      report.table(table);
      report.text("\n" + ratio.legend() + "\n" + EXPLANATION);
      report.end(summary);
    }

    private static final String EXPLANATION =
        """
        Both sides: same files and options, keys and rows by the same codecs, optimistic
        transactions with a snapshot, threads that write no common row. RocksDB: a row becomes
        an array of values, or stays bytes (undecoded). Data layer: it becomes a map by column
        name; before a write it finds out what the old row leaves to be done. The ratio of CPU
        is that of rows per second of processor time: what other processes take is not in it.
        """;
  }
}
