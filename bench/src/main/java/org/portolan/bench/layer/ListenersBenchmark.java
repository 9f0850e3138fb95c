package org.portolan.bench.layer;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntSupplier;
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
import org.portolan.data.Store;
import org.portolan.data.StoreListener;
import org.portolan.data.StoreOperation;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/**
 * The cost of a listener and of the log of slow operations: reads by key, and writes of ten rows,
 * with them and without, on copies of one RocksDB store. A second copy without a listener shows the
 * error of the comparison.
 */
public final class ListenersBenchmark extends Benchmark {
  private static final int WRITTEN_ROWS = 10;
  private static final long SEED = 1;

  public ListenersBenchmark() {
    super(
        "listeners",
        "Reads and writes of a store with a listener and a log of slow operations, compared with a"
            + " store without.",
        List.of(
            Parameter.whole("rows", 1_000, 100_000_000, 100_000, "The number of rows."),
            Parameter.whole("fields", 1, 1_000, 10, "The number of text fields of a row."),
            Parameter.whole("value-bytes", 0, 1_000_000, 100, "The size of a field."),
            Parameter.whole("threads", 1, 256, 1, "The number of threads."),
            Parameter.whole(
                "millis", 1, 600_000, 200, "The time of each variant in a round, in ms."),
            Parameter.rounds(25),
            Parameter.warmUp(10),
            Parameter.directory()));
  }

  private enum Act {
    READ("read by key"),
    WRITE("write of ten rows, buffered");

    final String label;

    Act(String label) {
      this.label = label;
    }
  }

  /** Stores by what listens to them. */
  private enum Variant {
    NONE,
    NONE_AGAIN,
    LISTENED
  }

  /** Counts what it hears. */
  private static final class Counting implements StoreListener {
    private final LongAdder operations = new LongAdder();

    @Override
    public void finished(StoreOperation operation) {
      operations.add(operation.attempts());
    }
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    RowShape shape = new RowShape(options.integer("fields"), options.integer("value-bytes"), SEED);
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      String first = Variant.NONE.name();
      LayerSide.load(directory.store(first), shape.design(), shape, options.integer("rows"));
      for (Variant variant : List.of(Variant.NONE_AGAIN, Variant.LISTENED)) {
        WorkDirectory.copy(
            directory.path().resolve(first), directory.path().resolve(variant.name()));
      }
      Counting heard = new Counting();
      StoreOptions listened = StoreOptions.DEFAULT.listening(heard).slow(Duration.ofMinutes(1));
      Map<Variant, Store> stores = new EnumMap<>(Variant.class);
      try {
        for (Variant variant : Variant.values()) {
          stores.put(
              variant,
              Stores.open(
                  directory.store(variant.name()),
                  variant == Variant.LISTENED ? listened : StoreOptions.DEFAULT));
        }
        compare(stores, shape, options, report);
      } finally {
        stores.values().forEach(Store::close);
      }
      if (heard.operations.sum() == 0) {
        throw new BenchmarkFailedException("the listener heard of no operation");
      }
    }
  }

  private static void compare(
      Map<Variant, Store> stores, RowShape shape, BenchOptions options, Report report) {
    Table table =
        new Table(
            "operations per second", "none", "listener", "ratio", "of CPU", "none to none of CPU");
    Summary summary = new Summary();
    Spread ratio = null;
    long[] seed = {SEED};
    for (Act act : Act.values()) {
      Map<Variant, List<Turn>> measured =
          Rounds.of(options)
              .run(
                  List.of(Variant.values()),
                  variant ->
                      Turn.run(
                          act.label,
                          options.integer("threads"),
                          Duration.ofMillis(options.number("millis")),
                          thread ->
                              step(
                                  act,
                                  new LayerSide(stores.get(variant), shape),
                                  options.integer("rows"),
                                  new SplittableRandom(++seed[0]))));
      List<Turn> none = measured.get(Variant.NONE);
      List<Turn> listened = measured.get(Variant.LISTENED);
      ratio = Spread.ofRatios(listened, none, Turn::perSecond);
      Spread processor = Spread.ofRatios(listened, none, Turn::perProcessorSecond);
      Spread error =
          Spread.ofRatios(measured.get(Variant.NONE_AGAIN), none, Turn::perProcessorSecond);
      table.row(
          act.label,
          Spread.of(none, Turn::perSecond).text(),
          Spread.of(listened, Turn::perSecond).text(),
          ratio.text(),
          processor.text(),
          error.text());
      String name = act == Act.READ ? "read" : "write";
      summary
          .add(name + "-ratio", ratio.median())
          .add(name + "-cpu-ratio", processor.median())
          .add(name + "-cpu-error", error.median());
    }
    report.table(table);
    report.text("\n" + ratio.legend() + "\n");
    report.end(summary);
  }

  private static IntSupplier step(Act act, LayerSide side, int rows, SplittableRandom random) {
    if (act == Act.READ) {
      return () -> {
        side.get(random.nextInt(rows));
        return 1;
      };
    }
    return () -> {
      List<Tuple> keys = new ArrayList<>(WRITTEN_ROWS);
      for (int row = 0; row < WRITTEN_ROWS; row++) {
        keys.add(Tuple.of((long) random.nextInt(rows)));
      }
      side.store()
          .write(
              Durability.BUFFERED,
              transaction -> {
                keys.forEach(
                    key -> transaction.put(RowShape.ENTITY, key, side.shape().named(0, random)));
                return null;
              });
      return 1;
    };
  }
}
