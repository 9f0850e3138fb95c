package org.portolan.bench.pages;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.client.StoreAddress;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.Engines;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** Page reads and saves on a store of any engine, compared with that engine's own client. */
public final class EnginePagesBenchmark extends Benchmark {
  private static final long SEED = 1;

  public EnginePagesBenchmark() {
    super(
        "engine-pages",
        "Page reads and saves of a wiki on any store, compared with the engine's own client.",
        List.of(
            Parameter.store(
                "The store's URI; the benchmark fills it with synthetic pages and writes to it"
                    + " (default: a temporary store on RocksDB)."),
            Parameter.whole("pages", 16, 10_000_000, 1_000, "The number of pages of 8 KB."),
            Parameter.whole("threads", 1, 256, 4, "The number of threads that read or save."),
            Parameter.whole("millis", 10, 3_600_000, 2_000, "The length of a measurement."),
            Parameter.rounds(7),
            Parameter.warmUp(2),
            Parameter.directory()));
  }

  @Override
  public void requireFitting(BenchOptions options) {
    int pages = options.integer("pages");
    int threads = options.integer("threads");
    if (pages < threads) {
      throw new IllegalArgumentException(
          Text.format(
              "each thread saves pages of its own: --pages must be at least --threads, not %s for"
                  + " %s threads",
              pages, threads));
    }
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    requireFitting(options);
    Report report = Report.begin(this, options, out);
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      String given = options.text("store");
      String uri = given.isEmpty() ? directory.store("pages") : given;
      WikiModel model = WikiModel.preferredOn(Engines.ofUri(uri).capabilities());
      SyntheticWiki synthetic = new SyntheticWiki(SEED, options.integer("pages"));
      try (Store store = Stores.openOrCreate(uri, model.design())) {
        fill(store, synthetic);
        try (WikiSide wiki = new WikiSide(store, synthetic)) {
          Optional<PageSide> own = ownClient(uri, wiki);
          try {
            new Comparison(wiki, own, options).run(store, report);
          } finally {
            own.ifPresent(PageSide::close);
          }
        }
      }
    }
  }

  private static void fill(Store store, SyntheticWiki synthetic) {
    try (SyntheticSource source =
        new SyntheticSource(synthetic, "benchmark of " + synthetic.pages())) {
      new WikiImport(store, source, true, broken -> {}, reached -> {}).run();
    }
  }

  private static Optional<PageSide> ownClient(String text, WikiSide wiki) {
    String scheme = text.substring(0, text.indexOf(':'));
    return switch (scheme) {
      case "hbase" -> Optional.of(new HBaseSide(StoreAddress.of(text)));
      case "cassandra" -> Optional.of(new CassandraSide(StoreAddress.of(text)));
      case "ignite" -> {
        wiki.save(0);
        yield Optional.of(new IgniteSide(StoreAddress.of(text)));
      }
      default -> Optional.empty();
    };
  }

  private enum Act {
    READ,
    SAVE
  }

  private record Cell(Act act, PageSide side) {}

  /** The throughput of one turn, and the latencies of its operations. */
  private record Turn(double perSecond, double p50Millis, double p95Millis, double p99Millis) {
    static Turn of(LoadResult result) {
      Histogram took = result.operations().get(0).service();
      return new Turn(
          result.throughput(),
          took.getValueAtPercentile(50) / 1e6,
          took.getValueAtPercentile(95) / 1e6,
          took.getValueAtPercentile(99) / 1e6);
    }
  }

  private static final class Comparison {
    private final WikiSide wiki;
    private final Optional<PageSide> own;
    private final BenchOptions options;
    private final int pages;
    private final int threads;
    private long seed = SEED;

    Comparison(WikiSide wiki, Optional<PageSide> own, BenchOptions options) {
      this.wiki = wiki;
      this.own = own;
      this.options = options;
      this.pages = options.integer("pages");
      this.threads = options.integer("threads");
    }

    void run(Store store, Report report) {
      List<Cell> cells = new ArrayList<>();
      for (Act act : Act.values()) {
        cells.add(new Cell(act, wiki));
        own.ifPresent(side -> cells.add(new Cell(act, side)));
      }
      Map<Cell, List<Turn>> measured =
          Rounds.of(options).run(cells, cell -> measure(cell.act(), cell.side()));
      print(measured, report);
      report.text(
          Text.format(
              "\nread of a page:       %s\nwhich links exist:    %s\nsave of a page:      "
                  + " %s\nguarantee: %s\n",
              wiki.traceOfRead(0), wiki.traceOfLinks(0), wiki.traceOfSave(0), store.guarantee()));
      report.end(summary(measured));
    }

    private Turn measure(Act act, PageSide side) {
      OneOperation workload =
          new OneOperation(
              act == Act.READ ? "read" : "save",
              (first, any) -> {
                SplittableRandom random = new SplittableRandom(++seed);
                return () -> {
                  // Threads that share no page never conflict on one.
                  int page = random.nextInt(pages / threads) * threads + first;
                  if (act == Act.READ) {
                    side.read(page);
                  } else {
                    side.save(page);
                  }
                  return Outcome.ok(0);
                };
              });
      Duration length = Duration.ofMillis(options.number("millis"));
      return Turn.of(LoadGenerator.turn(workload, threads, length, SEED));
    }

    private void print(Map<Cell, List<Turn>> measured, Report report) {
      Table table = new Table("", "per second", "ratio", "p50 ms", "p95 ms", "p99 ms");
      for (Act act : Act.values()) {
        List<Turn> ofWiki = measured.get(new Cell(act, wiki));
        String name = act == Act.READ ? "page reads" : "page saves";
        Optional<List<Turn>> ofOwn = own.map(side -> measured.get(new Cell(act, side)));
        String ratio =
            ofOwn.map(of -> Spread.ofRatios(ofWiki, of, Turn::perSecond).text()).orElse("");
        row(table, name + ", wiki", ofWiki, ratio);
        ofOwn.ifPresent(of -> row(table, name + ", own client", of, ""));
      }
      report.table(table);
      Spread any = Spread.of(measured.values().iterator().next(), Turn::perSecond);
      report.text("\n" + any.legend() + "\n");
    }

    private static void row(Table table, String name, List<Turn> of, String ratio) {
      table.row(
          name,
          Spread.of(of, Turn::perSecond).text(),
          ratio,
          Spread.of(of, Turn::p50Millis).text(),
          Spread.of(of, Turn::p95Millis).text(),
          Spread.of(of, Turn::p99Millis).text());
    }

    private Summary summary(Map<Cell, List<Turn>> measured) {
      Summary summary = new Summary();
      for (Act act : Act.values()) {
        List<Turn> ofWiki = measured.get(new Cell(act, wiki));
        String name = act == Act.READ ? "reads" : "saves";
        summary.add(name + "-per-second", Spread.of(ofWiki, Turn::perSecond).median());
        own.ifPresent(
            side ->
                summary.add(
                    name + "-ratio",
                    Spread.ofRatios(ofWiki, measured.get(new Cell(act, side)), Turn::perSecond)
                        .median()));
      }
      return summary;
    }
  }
}
