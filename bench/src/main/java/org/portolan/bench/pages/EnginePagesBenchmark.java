package org.portolan.bench.pages;

import java.io.PrintWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.measure.Load;
import org.portolan.bench.measure.Report;
import org.portolan.bench.measure.Rounds;
import org.portolan.bench.measure.Spread;
import org.portolan.bench.measure.Summary;
import org.portolan.bench.measure.Table;
import org.portolan.bench.measure.WorkDirectory;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.Engines;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** Page reads and saves on a store of any engine, beside that engine's own client. */
public final class EnginePagesBenchmark implements Benchmark {
  private static final long SEED = 1;

  @Override
  public String name() {
    return "engine-pages";
  }

  @Override
  public String description() {
    return "Page reads and saves of a wiki on any store, beside the engine's own client.";
  }

  @Override
  public List<Parameter> parameters() {
    return List.of(
        Parameter.store(
            "The store's URI, which is filled with synthetic pages and written to (default: a"
                + " temporary one on RocksDB)."),
        Parameter.whole("pages", 16, 10_000_000, 1_000, "How many pages of 8 KB."),
        Parameter.whole("threads", 1, 256, 4, "How many threads read or save at once."),
        Parameter.whole("millis", 10, 3_600_000, 2_000, "How long a measurement takes."),
        Parameter.rounds(7),
        Parameter.warmUp(2),
        Parameter.directory());
  }

  @Override
  public void run(BenchOptions options, PrintWriter out) {
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
      case "hbase" -> Optional.of(new HBaseSide(URI.create(text)));
      case "cassandra" -> Optional.of(new CassandraSide(firstHost(text)));
      case "ignite" -> {
        wiki.save(0);
        yield Optional.of(new IgniteSide(text));
      }
      default -> Optional.empty();
    };
  }

  /** A list of hosts is no host for {@link URI}. */
  private static URI firstHost(String text) {
    return URI.create(text.replaceFirst(",[^/?]*", ""));
  }

  private enum Act {
    READ,
    SAVE
  }

  private record Cell(Act act, PageSide side) {}

  /** What was done in one round, and how long each operation took, in microseconds. */
  private record Measured(Load.Done done, Histogram latency) {
    double perSecond() {
      return done.perSecond();
    }

    double percentile(double percent) {
      return latency.getValueAtPercentile(percent) / 1_000.0;
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
      Map<Cell, Supplier<Measured>> cells = new LinkedHashMap<>();
      for (Act act : Act.values()) {
        cells.put(new Cell(act, wiki), () -> measure(act, wiki));
        own.ifPresent(side -> cells.put(new Cell(act, side), () -> measure(act, side)));
      }
      Map<Cell, List<Measured>> measured = Rounds.of(options).run(cells);
      print(measured, report);
      report.text(
          "\nread of a page:       "
              + wiki.traceOfRead(0)
              + "\nwhich links exist:    "
              + wiki.traceOfLinks(0)
              + "\nsave of a page:       "
              + wiki.traceOfSave(0)
              + "\nguarantee: "
              + store.guarantee()
              + "\n");
      report.end(summary(measured));
    }

    private Measured measure(Act act, PageSide side) {
      List<IntSupplier> steps = new ArrayList<>();
      List<Histogram> histograms = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        SplittableRandom random = new SplittableRandom(++seed);
        Histogram histogram = new Histogram(3);
        histograms.add(histogram);
        int first = thread;
        steps.add(
            () -> {
              // Threads that share no page never meet.
              int page = random.nextInt(pages / threads) * threads + first;
              long start = System.nanoTime();
              if (act == Act.READ) {
                side.read(page);
              } else {
                side.save(page);
              }
              histogram.recordValue((System.nanoTime() - start) / 1_000);
              return 1;
            });
      }
      Load.Done done = Load.run(steps, options.number("millis"));
      Histogram all = new Histogram(3);
      histograms.forEach(all::add);
      if (all.getTotalCount() != done.units()) {
        throw new BenchmarkFailedException("some operations were not timed");
      }
      return new Measured(done, all);
    }

    private void print(Map<Cell, List<Measured>> measured, Report report) {
      Table table = new Table("", "per second", "ratio", "p50 ms", "p95 ms", "p99 ms");
      for (Act act : Act.values()) {
        List<Measured> ofWiki = measured.get(new Cell(act, wiki));
        String name = act == Act.READ ? "page reads" : "page saves";
        Optional<List<Measured>> ofOwn = own.map(side -> measured.get(new Cell(act, side)));
        String ratio =
            ofOwn.map(of -> Spread.ofRatios(ofWiki, of, Measured::perSecond).text()).orElse("");
        row(table, name + ", wiki", ofWiki, ratio);
        ofOwn.ifPresent(of -> row(table, name + ", own client", of, ""));
      }
      report.table(table);
      Spread any = Spread.of(measured.values().iterator().next(), Measured::perSecond);
      report.text("\n" + any.legend() + "\n");
    }

    private static void row(Table table, String name, List<Measured> of, String ratio) {
      table.row(
          name,
          Spread.of(of, Measured::perSecond).text(),
          ratio,
          Spread.of(of, each -> each.percentile(50)).text(),
          Spread.of(of, each -> each.percentile(95)).text(),
          Spread.of(of, each -> each.percentile(99)).text());
    }

    private Summary summary(Map<Cell, List<Measured>> measured) {
      Summary summary = new Summary();
      for (Act act : Act.values()) {
        List<Measured> ofWiki = measured.get(new Cell(act, wiki));
        String name = act == Act.READ ? "reads" : "saves";
        summary.add(name + "-per-second", Spread.of(ofWiki, Measured::perSecond).median());
        own.ifPresent(
            side ->
                summary.add(
                    name + "-ratio",
                    Spread.ofRatios(ofWiki, measured.get(new Cell(act, side)), Measured::perSecond)
                        .median()));
      }
      return summary;
    }
  }
}
