package org.portolan.bench.wiki;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.client.SiblingStores;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.engine.Engines;

/**
 * The workload of {@link ContendedEdits} on a wiki whose indexes are left to the store, beside the
 * same wiki with each fixed layout: edits a second, undone attempts and times, slice after slice,
 * and what the store did.
 */
public final class AutoLayoutBenchmark extends Benchmark {
  private static final String ALL = "all";

  /** The store of the warm-up is another one. */
  private static final String WARM_UP = "w";

  public AutoLayoutBenchmark() {
    super(
        "auto-layout",
        "Writers that contend for indexes whose layout the store chooses, beside fixed layouts.",
        List.of(
            Parameter.store(
                "A store on the engine to measure; stores beside it are made and removed (default:"
                    + " temporary ones on RocksDB)."),
            Parameter.choice(
                "layout", words(), ALL, "The layout of all indexes, or all, one after the other."),
            Parameter.whole("writers", 1, 256, 8, "The number of concurrent writers."),
            Parameter.whole("edits", 256, 100_000_000, 24_000, "The edits of each side."),
            Parameter.whole("slice", 256, 1_000_000, 2_000, "The edits of a slice."),
            Parameter.whole(
                "warm-up", 0, 1_000_000, 2_000, "Edits of another store before, not measured."),
            Parameter.time("window", "250ms", "How often the store decides."),
            Parameter.whole("seed", 0, Integer.MAX_VALUE, 1, "The seed of the edits."),
            Parameter.directory()));
  }

  private static List<String> words() {
    List<String> words = new ArrayList<>(List.of(ALL));
    words.addAll(Spelled.words(IndexSide.class));
    return words;
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    Map<IndexSide, SideRun> runs = new LinkedHashMap<>();
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      SiblingStores stores = new SiblingStores(options.text("store"), directory);
      warmUp(stores, options);
      List<IndexSide> sides = sides(stores, options.text("layout"));
      for (IndexSide side : sides) {
        live.show(side.spelling());
        // The names of stores are short on some engines.
        String name = sides.size() == 1 ? "s" : side.spelling().replace('-', '_');
        SideRun run = measure(stores, name, side, load(options));
        runs.put(side, run);
        print(side, run, report);
      }
    }
    Summary summary = new Summary();
    if (runs.size() == 1) {
      runs.values().iterator().next().addTo(summary);
    } else {
      compare(runs, report, summary);
    }
    report.end(summary);
  }

  private static List<IndexSide> sides(SiblingStores stores, String word) {
    return word.equals(ALL)
        ? IndexSide.on(Engines.ofUri(stores.uri(WARM_UP)).capabilities())
        : List.of(Spelled.of(IndexSide.class, word));
  }

  private static SideRun.Load load(BenchOptions options) {
    return new SideRun.Load(
        options.integer("writers"),
        options.integer("edits"),
        options.integer("slice"),
        options.number("seed"),
        options.time("window"));
  }

  /** Lets the virtual machine compile what all sides run. */
  private static void warmUp(SiblingStores stores, BenchOptions options) {
    int edits = options.integer("warm-up");
    if (edits > 0) {
      int writers = options.integer("writers");
      SideRun.Load load =
          new SideRun.Load(
              writers, Math.max(writers, edits), edits, options.number("seed"), Duration.ofDays(1));
      SideRun unused = measure(stores, WARM_UP, IndexSide.HASHED_5, load);
    }
  }

  private static SideRun measure(
      SiblingStores stores, String name, IndexSide side, SideRun.Load load) {
    String uri = stores.uri(name);
    SideRun run = SideRun.of(uri, side, load);
    stores.drop(uri);
    return run;
  }

  private static void print(IndexSide side, SideRun run, Report report) {
    report.text(side.spelling() + "\n");
    report.table(run.series());
    run.lines().forEach(line -> report.text("note: " + line + "\n"));
    report.text("\n");
  }

  private static void compare(Map<IndexSide, SideRun> runs, Report report, Summary summary) {
    Table table =
        new Table(
            "the last third of the edits", "edits/s", "undone %", "p50 ms", "p95 ms", "all s");
    double best = 0;
    for (Map.Entry<IndexSide, SideRun> each : runs.entrySet()) {
      SideRun run = each.getValue();
      String side = each.getKey().spelling();
      table.row(
          side,
          Text.figure(run.endRate()),
          Text.figure(run.endUndonePercent()),
          Text.figure(run.endMillis(50)),
          Text.figure(run.endMillis(95)),
          Text.figure(run.seconds()));
      summary.add(side + "-edits-per-second", run.endRate());
      if (each.getKey() != IndexSide.AUTO) {
        best = Math.max(best, run.endRate());
      }
    }
    report.table(table);
    summary.add("auto-of-the-best-fixed", runs.get(IndexSide.AUTO).endRate() / best);
  }
}
