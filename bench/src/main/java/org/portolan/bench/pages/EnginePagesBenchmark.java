package org.portolan.bench.pages;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
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
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.Engines;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** Page reads and saves on a store of any engine, compared with that engine's own client. */
public final class EnginePagesBenchmark extends Benchmark {
  private static final long SEED = 1;
  private static final String WIKI = "wiki";
  private static final String OWN = "own client";
  private static final String BY_HAND = "by hand";

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
            Parameter.warmUp(10),
            Processors.CLUSTER,
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
      WikiModel model = model(uri);
      SyntheticWiki synthetic = new SyntheticWiki(SEED, options.integer("pages"));
      try (Store store = Stores.openOrCreate(uri, model.design())) {
        fill(store, synthetic);
        WikiSide wiki = new WikiSide(store, synthetic);
        Map<String, PageSide> sides = new LinkedHashMap<>();
        sides.put(WIKI, wiki);
        try {
          addOwnClients(uri, wiki, sides);
          Processors processors = Processors.of(options);
          ComparedSides<Act> measured = measure(sides, processors, options);
          print(measured, sides.keySet(), processors, report);
          report.text(
              Text.format(
                  "\nread of a page:       %s\nwhich links exist:    %s\nsave of a page:      "
                      + " %s\nguarantee: %s\n",
                  wiki.traceOfRead(0),
                  wiki.traceOfLinks(0),
                  wiki.traceOfSave(0),
                  store.guarantee()));
          report.end(summary(measured, sides.keySet()));
        } finally {
          sides.values().forEach(PageSide::close);
        }
      }
    }
  }

  /** Returns the default model, but on Ignite the one whose objects {@link IgniteSave} writes. */
  private static WikiModel model(String uri) {
    return scheme(uri).equals("ignite")
        ? WikiModel.HASHED
        : WikiModel.preferredOn(Engines.ofUri(uri).capabilities());
  }

  private static void fill(Store store, SyntheticWiki synthetic) {
    try (SyntheticSource source =
        new SyntheticSource(synthetic, "benchmark of " + synthetic.pages())) {
      new WikiImport(store, source, true, broken -> {}, reached -> {}).run();
    }
  }

  private static String scheme(String uri) {
    return uri.substring(0, uri.indexOf(':'));
  }

  private static ClusterUri cluster(String uri) {
    return ClusterUri.parse(uri, Engines.ofUri(uri).uriForm());
  }

  /** Adds the engine's own client, and the same with the guarantee of the data layer. */
  private static void addOwnClients(String uri, WikiSide wiki, Map<String, PageSide> sides) {
    switch (scheme(uri)) {
      case "hbase" -> {
        sides.put(OWN, new HBaseSide(cluster(uri), false));
        sides.put(BY_HAND, new HBaseSide(cluster(uri), true));
      }
      case "cassandra" -> {
        sides.put(OWN, new CassandraSide(cluster(uri), false));
        sides.put(BY_HAND, new CassandraSide(cluster(uri), true));
      }
      case "ignite" -> {
        wiki.save(0);
        sides.put(OWN, new IgniteSide(cluster(uri)));
        sides.put(BY_HAND, new IgniteByHand(cluster(uri)));
      }
      default -> {}
    }
  }

  private enum Act implements Spelled {
    READS,
    SAVES;

    void on(PageSide side, int page) throws Exception {
      switch (this) {
        case READS -> side.read(page);
        case SAVES -> side.save(page);
      }
    }
  }

  private static ComparedSides<Act> measure(
      Map<String, PageSide> sides, Processors processors, BenchOptions options) {
    AtomicLong seeds = new AtomicLong(SEED);
    return new ComparedSides<>(
        WIKI,
        Rounds.of(options)
            .run(
                ComparedSides.cells(Act.values(), sides.keySet()),
                cell -> turn(cell.act(), sides.get(cell.side()), seeds, processors, options)));
  }

  private static MeasuredTurn turn(
      Act act, PageSide side, AtomicLong seeds, Processors processors, BenchOptions options) {
    int threads = options.integer("threads");
    int pagesOfThread = options.integer("pages") / threads;
    OneOperation workload =
        new OneOperation(
            act.spelling(),
            (first, any) -> {
              SplittableRandom random = new SplittableRandom(seeds.incrementAndGet());
              return () -> {
                // Threads that share no page never conflict on one.
                act.on(side, random.nextInt(pagesOfThread) * threads + first);
                return Outcome.ok(0);
              };
            });
    Duration length = Duration.ofMillis(options.number("millis"));
    return processors.turn(() -> LoadGenerator.turn(workload, threads, length, SEED));
  }

  private static void print(
      ComparedSides<Act> measured, Set<String> sides, Processors processors, Report report) {
    Table table =
        new Table(
            processors.headings("", "per second", "wiki's ratio", "p50 ms", "p95 ms", "p99 ms"));
    for (Act act : Act.values()) {
      for (String side : sides) {
        table.row(
            processors.cells(
                measured.turns(act, side),
                measured.turns(act, WIKI),
                measured.line("page " + act.spelling(), act, side, 50, 95, 99)));
      }
    }
    report.table(table);
    report.text("\n" + measured.legend() + "\n");
  }

  private static Summary summary(ComparedSides<Act> measured, Set<String> sides) {
    Summary summary = new Summary();
    for (Act act : Act.values()) {
      summary.add(act.spelling() + "-per-second", measured.throughput(act, WIKI).median());
      if (sides.contains(OWN)) {
        summary.add(act.spelling() + "-ratio", measured.ratio(act, OWN).median());
        summary.add(act.spelling() + "-ratio-by-hand", measured.ratio(act, BY_HAND).median());
      }
    }
    return summary;
  }
}
