package org.portolan.bench.layer;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
import org.portolan.bench.api.Text;
import org.portolan.bench.client.SiblingStores;
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.Trace;
import org.portolan.types.Tuple;

/**
 * Whole tables read in the order of their keys, page by page: under a plain key layout, where this
 * is one range, and under layouts with prefixes, whose ranges are merged. All tables have the same
 * rows; each is in a separate store.
 */
public final class MergedScanBenchmark extends Benchmark {
  private static final int PREFIXES_MAX = 10_000;

  public MergedScanBenchmark() {
    super(
        "merged-scans",
        "Whole tables read in key order through prefixes, compared with plain layouts.",
        List.of(
            Parameter.store(
                "The URI of a store on HBase that does not exist; stores with the number of"
                    + " prefixes after its name are made, filled and kept (default: temporary"
                    + " stores on RocksDB)."),
            Parameter.whole("rows", 1_000, 100_000_000, 100_000, "The number of rows."),
            Parameter.whole("fields", 1, 1_000, 10, "The number of text fields of a row."),
            Parameter.whole("value-bytes", 0, 1_000_000, 100, "The size of a field."),
            prefixes(),
            Parameter.whole("page", 1, Paging.LIMIT_MAX, 100, "The number of rows of a page."),
            Parameter.rounds(11),
            Parameter.warmUp(3),
            Parameter.directory()));
  }

  private static Parameter prefixes() {
    Parameter.Kind kind =
        new Parameter.Kind(
            "N,N,...",
            "whole numbers from 2 to " + PREFIXES_MAX + ", separated by commas",
            List.of(),
            value -> numbers(value).stream().allMatch(each -> each >= 2 && each <= PREFIXES_MAX));
    return new Parameter("prefixes", kind, "16,100,1000", "The numbers of prefixes to measure.");
  }

  private static List<Integer> numbers(String value) {
    return Arrays.stream(value.split(",", -1)).map(Integer::valueOf).distinct().toList();
  }

  /** A table with a number of prefixes; 1 is the plain layout. */
  private record Side(int prefixes, Store store) {}

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    List<Side> sides = new ArrayList<>();
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      try {
        sides.add(side(directory, options, 1, "plain"));
        for (int prefixes : numbers(options.text("prefixes"))) {
          String layout = "{md5-modulo: {range: " + prefixes + "}}";
          sides.add(side(directory, options, prefixes, layout));
        }
        measure(sides, options, report);
      } finally {
        sides.forEach(side -> side.store().close());
      }
    }
  }

  private static Side side(
      WorkDirectory directory, BenchOptions options, int prefixes, String layout) {
    SiblingStores stores = new SiblingStores(options.text("store"), directory);
    RowShape shape = new RowShape(options.integer("fields"), options.integer("value-bytes"), 1);
    String uri = stores.uri(Integer.toString(prefixes));
    LayerSide.load(uri, shape.design(layout), shape, options.integer("rows"));
    return new Side(prefixes, Stores.open(uri));
  }

  /** A way to read the table of a side: in the order of keys, or as it is stored. */
  private record Cell(Side side, boolean ordered) {}

  private static void measure(List<Side> sides, BenchOptions options, Report report) {
    List<Cell> cells = new ArrayList<>();
    for (Side side : sides) {
      cells.add(new Cell(side, true));
      if (side.prefixes() > 1) {
        cells.add(new Cell(side, false));
      }
    }
    Map<Cell, List<Turn>> measured = Rounds.of(options).run(cells, cell -> turn(cell, options));
    List<Turn> plain = measured.get(cells.get(0));
    Spread rate = Spread.of(plain, Turn::perSecond);
    Table table =
        new Table(
            "prefixes",
            "rows per second",
            "of plain",
            "of CPU",
            "of stored",
            "of CPU",
            "round trips",
            "rows read");
    table.row("plain", rate.text(), "", "", "", "", "", "");
    Summary summary = new Summary().add("plain", rate.median());
    for (Side side : sides.subList(1, sides.size())) {
      List<Turn> merged = measured.get(new Cell(side, true));
      List<Turn> stored = measured.get(new Cell(side, false));
      rate = Spread.of(merged, Turn::perSecond);
      Spread ofPlain = Spread.ofRatios(merged, plain, Turn::perSecond);
      Spread ofPlainCpu = Spread.ofRatios(merged, plain, Turn::perProcessorSecond);
      Spread ofStored = Spread.ofRatios(merged, stored, Turn::perSecond);
      Spread ofStoredCpu = Spread.ofRatios(merged, stored, Turn::perProcessorSecond);
      Trace trace = new Trace();
      int pages = scan(side.store().traced(trace), true, options);
      table.row(
          Text.format("%,d", side.prefixes()),
          rate.text(),
          ofPlain.text(),
          ofPlainCpu.text(),
          ofStored.text(),
          ofStoredCpu.text(),
          Text.format("%.2f", (double) trace.counts().roundTrips() / pages),
          Text.format("%.2f", (double) trace.counts().keysRead() / options.integer("rows")));
      String name = "prefixes-" + side.prefixes();
      summary
          .add(name, rate.median())
          .add(name + "-of-plain", ofPlain.median())
          .add(name + "-of-plain-cpu", ofPlainCpu.median())
          .add(name + "-of-stored", ofStored.median())
          .add(name + "-of-stored-cpu", ofStoredCpu.median());
    }
    report.table(table);
    report.text("\n" + rate.legend() + "\n" + EXPLANATION);
    report.end(summary);
  }

  private static Turn turn(Cell cell, BenchOptions options) {
    IntSupplier whole =
        () -> {
          scan(cell.side().store(), cell.ordered(), options);
          return options.integer("rows");
        };
    return Turn.run("whole table", 1, Duration.ofMillis(1), thread -> whole);
  }

  /** Reads all rows, which must be in order if that is asked for; returns the number of pages. */
  private static int scan(Store store, boolean ordered, BenchOptions options) {
    Paging paging = Paging.first(options.integer("page"));
    long rows = 0;
    int pages = 0;
    while (true) {
      Slice<EntityRow> page =
          ordered
              ? store.scan(RowShape.ENTITY, Tuple.EMPTY, Columns.ALL, paging)
              : store.scanStored(RowShape.ENTITY, Columns.ALL, paging);
      pages++;
      for (EntityRow row : page.entries()) {
        if (ordered && (Long) row.key().get(0) != rows) {
          throw new BenchmarkFailedException("a scan gave row " + row.key() + " out of order");
        }
        rows++;
      }
      if (page.next().isEmpty()) {
        break;
      }
      paging = paging.following(page);
    }
    if (rows != options.integer("rows")) {
      throw new BenchmarkFailedException(
          "a scan gave "
              + rows
              + " rows; the stores of an earlier run are kept, and need the same --rows, or name"
              + " another store");
    }
    return pages;
  }

  private static final String EXPLANATION =
      """
      One thread reads each table once a turn. Of plain: divided by the rows per second of the
      plain layout. Of stored: by those of the same table in the order in which it is stored.
      Of CPU: the same ratio of rows per second of the thread's processor time; what other
      processes take is not in it. Round trips are those of a page, rows read are those for
      each row that was shown.
      """;
}
