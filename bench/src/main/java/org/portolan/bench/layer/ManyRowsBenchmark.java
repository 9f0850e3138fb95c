package org.portolan.bench.layer;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
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
import org.portolan.bench.api.Text;
import org.portolan.bench.client.ComparedSides;
import org.portolan.bench.client.MeasuredTurn;
import org.portolan.bench.client.Processors;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.Engines;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.types.Tuple;

/**
 * Read-modify-writes of several rows in one transaction on a store of any engine, compared with
 * Ignite's own client if the store is on Ignite.
 */
public final class ManyRowsBenchmark extends Benchmark {
  private static final long SEED = 1;
  private static final int FIELDS = 1;
  private static final int LOAD_ROWS = 500;
  private static final String LAYER = "data layer";
  private static final String OWN = "own client";
  private static final String BY_HAND = "by hand";

  public ManyRowsBenchmark() {
    super(
        "many-rows",
        "Read-modify-writes of several rows in one transaction, compared with Ignite's own client"
            + " on the same rows.",
        List.of(
            Parameter.store(
                "The store's URI; the benchmark fills it with rows and writes to it (default: a"
                    + " temporary store on RocksDB)."),
            Parameter.whole("rows", 16, 10_000_000, 5_000, "The number of rows."),
            Parameter.whole("keys", 1, 1_000, 10, "The number of rows of a transaction."),
            Parameter.whole("value-bytes", 0, 1_000_000, 100, "The size of a row."),
            Parameter.whole("threads", 1, 256, 4, "The number of threads."),
            Parameter.whole("millis", 10, 3_600_000, 2_000, "The length of a measurement."),
            Parameter.rounds(7),
            Parameter.warmUp(10),
            Processors.CLUSTER,
            Parameter.directory()));
  }

  @Override
  public void requireFitting(BenchOptions options) {
    int rows = options.integer("rows");
    int threads = options.integer("threads");
    int keys = options.integer("keys");
    if (rows / threads < keys) {
      throw new IllegalArgumentException(
          Text.format(
              "each thread changes rows of its own: --rows must be at least --threads times"
                  + " --keys, not %s for %s threads and %s keys",
              rows, threads, keys));
    }
  }

  private enum Rows implements Spelled {
    DISJOINT,
    SHARED;

    /** Draws the rows of a transaction: of the thread's own rows, or of all. */
    long[] draw(int rows, int keys, int thread, int threads, SplittableRandom random) {
      LongStream drawn =
          this == SHARED
              ? random.longs(0, rows)
              : random.longs(0, rows / threads).map(any -> any * threads + thread);
      return drawn.distinct().limit(keys).toArray();
    }
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    requireFitting(options);
    Report report = Report.begin(this, options, out);
    RowShape shape = new RowShape(FIELDS, options.integer("value-bytes"), SEED);
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      String given = options.text("store");
      String uri = given.isEmpty() ? directory.store("rows") : given;
      try (Store store = Stores.openOrCreate(uri, shape.design())) {
        fill(store, shape, options.integer("rows"));
        Map<String, ManyRows> sides = new LinkedHashMap<>();
        sides.put(LAYER, new LayerManyRows(store));
        try {
          if (uri.startsWith("ignite:")) {
            ClusterUri address = ClusterUri.parse(uri, Engines.ofUri(uri).uriForm());
            sides.put(OWN, new IgniteManyRows(address, false));
            sides.put(BY_HAND, new IgniteManyRows(address, true));
          }
          Processors processors = Processors.of(options);
          print(measure(store, sides, processors, options), sides, store, processors, report);
        } finally {
          sides.values().forEach(ManyRows::close);
        }
      }
    }
  }

  private static void fill(Store store, RowShape shape, int rows) {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int start = 0; start < rows; start += LOAD_ROWS) {
      int from = start;
      int to = Math.min(rows, start + LOAD_ROWS);
      store.write(
          transaction -> {
            for (long id = from; id < to; id++) {
              transaction.put(RowShape.ENTITY, Tuple.of(id), shape.named(0, random));
            }
            return null;
          });
    }
  }

  private static ComparedSides<Rows> measure(
      Store store, Map<String, ManyRows> sides, Processors processors, BenchOptions options) {
    int keys = options.integer("keys");
    AtomicLong commits = new AtomicLong();
    AtomicLong seeds = new AtomicLong(SEED);
    ComparedSides<Rows> measured =
        new ComparedSides<>(
            LAYER,
            Rounds.of(options)
                .run(
                    ComparedSides.cells(Rows.values(), sides.keySet()),
                    cell ->
                        turn(
                            cell.act(),
                            sides.get(cell.side()),
                            commits,
                            seeds,
                            processors,
                            options)));
    requireChanges(store, options.integer("rows"), commits.get() * keys);
    return measured;
  }

  private static MeasuredTurn turn(
      Rows rows,
      ManyRows side,
      AtomicLong commits,
      AtomicLong seeds,
      Processors processors,
      BenchOptions options) {
    int threads = options.integer("threads");
    OneOperation workload =
        new OneOperation(
            rows.spelling(),
            (thread, any) -> {
              SplittableRandom random = new SplittableRandom(seeds.incrementAndGet());
              return () -> {
                side.change(
                    rows.draw(
                        options.integer("rows"), options.integer("keys"), thread, threads, random));
                commits.incrementAndGet();
                return Outcome.ok(0);
              };
            });
    Duration length = Duration.ofMillis(options.number("millis"));
    return processors.turn(() -> LoadGenerator.turn(workload, threads, length, SEED));
  }

  private static void requireChanges(Store store, int rows, long made) {
    long stored = 0;
    for (int start = 0; start < rows; start += LOAD_ROWS) {
      List<Tuple> keys =
          LongStream.range(start, Math.min(rows, start + LOAD_ROWS)).mapToObj(Tuple::of).toList();
      for (var row : store.getAll(RowShape.ENTITY, keys, Columns.ALL)) {
        stored += row.map((EntityRow each) -> each.longValue(RowShape.VERSION)).orElse(0L);
      }
    }
    if (stored != made) {
      throw new BenchmarkFailedException(
          "all sides committed " + made + " changes, but the rows count " + stored);
    }
  }

  private static void print(
      ComparedSides<Rows> measured,
      Map<String, ManyRows> sides,
      Store store,
      Processors processors,
      Report report) {
    Table table = new Table(processors.headings("", "per second", "ratio", "p50 ms", "p99 ms"));
    Summary summary = new Summary();
    for (Rows rows : Rows.values()) {
      for (String side : sides.keySet()) {
        table.row(
            processors.cells(
                measured.turns(rows, side),
                measured.turns(rows, LAYER),
                measured.line(rows.spelling(), rows, side, 50, 99)));
        boolean own = side.equals(LAYER);
        summary.add(
            rows.spelling() + "-" + (own ? "per-second" : side.replace(' ', '-') + "-ratio"),
            (own ? measured.throughput(rows, side) : measured.ratio(rows, side)).median());
      }
    }
    report.table(table);
    report.text(
        Text.format(
            "\n%s\nretries of the data layer: %s\n",
            measured.legend(), store.conflicts().retries().values()));
    report.end(summary);
  }
}
