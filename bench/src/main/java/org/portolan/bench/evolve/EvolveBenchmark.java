package org.portolan.bench.evolve;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.Progress;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.bench.workload.wiki.StoreAccess;
import org.portolan.data.Evolution;
import org.portolan.data.EvolveOptions;
import org.portolan.data.EvolvePace;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.Engines;
import org.portolan.wiki.Wikis;

/**
 * Indexes that change while the users of a wiki go on at a fixed rate: throughput and latencies
 * before, during and after each change, and the bytes that it writes. The changes take turns, so
 * that a drift of the machine or of the store meets all of them.
 */
public final class EvolveBenchmark extends Benchmark {
  private static final String BOTH = "both";

  public EvolveBenchmark() {
    super(
        "evolve",
        "What users of a wiki see while an index is added or laid out anew beside them.",
        List.of(
            Parameter.store(
                "The URI of an empty store; it stays there (default: a new one on RocksDB)."),
            Parameter.whole("pages", 100, 10_000_000, 5_000, "The number of pages of 8 KB."),
            Parameter.decimal(
                "rate", 1, 1_000_000, 500, "Operations per second of all users together."),
            Parameter.decimal("edits", 0.1, 100, 5, "The percentage of edits among them."),
            Parameter.whole("workers", 1, 256, 8, "Concurrent reads, and as many edits."),
            Parameter.choice(
                "pace",
                List.of("yielding", "full", BOTH),
                "yielding",
                "Whether changes give way to the users, do not, or both by turns."),
            Parameter.rounds(2),
            Parameter.time("warm-up", "8s", "The time of the load before the first round."),
            Parameter.time("phase", "8s", "The time that is measured before and after a change."),
            Parameter.whole("seed", 0, Integer.MAX_VALUE, 1, "The seed of the operations."),
            Parameter.directory()));
  }

  /** A change at a pace. */
  private record Side(IndexChange change, String pace) {
    String name() {
      return change.spelling() + (pace.equals("full") ? "-at-full-pace" : "");
    }

    EvolvePace evolvePace() {
      return pace.equals("full") ? EvolvePace.FULL : EvolvePace.YIELDING;
    }
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    if (!options.text("store").isEmpty()) {
      run(options.text("store"), options, report, live);
      return;
    }
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      run(directory.store("store"), options, report, live);
    }
  }

  private static void run(String uri, BenchOptions options, Report report, LiveLine live) {
    Capabilities capabilities = Engines.ofUri(uri).capabilities();
    Design base = IndexChange.base(capabilities);
    if (capabilities.transactions() == TransactionScope.STORE && !capabilities.local()) {
      Stores.openOrCreate(uri, base).close();
      boolean unused = Evolution.guard(uri, true, EvolveOptions.DEFAULT.whileStopped());
    }
    try (Store store = Stores.openOrCreate(uri, base)) {
      StoreAccess access = StoreAccess.of(store);
      long seed = options.number("seed");
      int pages = options.integer("pages");
      WikiUsers readers = new WikiUsers(access, Wikis.of(store), false, pages, seed);
      WikiUsers editors = new WikiUsers(access, Wikis.of(store), true, pages, seed);
      readers.prepare(Progress.shownBy(live));
      editors.prepare(Progress.shownBy(live));
      live.show("");
      report.text(Text.format("%,d pages%n", readers.pages()));
      run(store, base, readers, editors, options, report);
      StoreCheck.Result check =
          store.check(StoreCheck.Options.REPORT).run(problem -> {}, looked -> {});
      if (!check.isClean()) {
        throw new BenchmarkFailedException("the check afterwards found " + check.summary());
      }
    }
  }

  private static void run(
      Store store,
      Design base,
      WikiUsers readers,
      WikiUsers editors,
      BenchOptions options,
      Report report) {
    double rate = options.decimal("rate");
    double edits = rate * options.decimal("edits") / 100;
    int workers = options.integer("workers");
    long seed = options.number("seed");
    Map<Side, List<Measured>> sides = new LinkedHashMap<>();
    Stream reading = new Stream(readers, Math.max(1, rate - edits), workers, seed);
    Stream editing = new Stream(editors, edits, workers, seed + 1);
    try (reading;
        editing) {
      EvolveRun run = new EvolveRun(store, base, reading, editing, options.time("phase"));
      EvolveRun.pause(options.time("warm-up"));
      for (int round = 0; round < options.integer("rounds"); round++) {
        for (Side side : sides(options.text("pace"))) {
          Measured measured = run.measure(side.change(), side.evolvePace());
          sides.computeIfAbsent(side, any -> new ArrayList<>()).add(measured);
        }
      }
    }
    print(sides, report, reading, editing);
  }

  private static List<Side> sides(String pace) {
    List<String> paces = pace.equals(BOTH) ? List.of("yielding", "full") : List.of(pace);
    List<Side> sides = new ArrayList<>();
    for (IndexChange change : IndexChange.values()) {
      paces.forEach(each -> sides.add(new Side(change, each)));
    }
    return sides;
  }

  private static void print(
      Map<Side, List<Measured>> sides, Report report, Stream reading, Stream editing) {
    Summary summary = new Summary();
    sides.forEach(
        (side, all) -> {
          report.text("\n" + side.name() + "\n");
          report.table(EvolveText.times(all));
          report.text(EvolveText.whole(all));
          EvolveText.add(summary, side.name(), all);
        });
    report.text(
        "\nIn parentheses the interval that contains the median with 95 %; of fewer than six rounds,"
            + " the lowest and the highest.\n");
    for (Stream each : List.of(reading, editing)) {
      each.failures().forEach(failure -> report.text("failed: " + failure + "\n"));
    }
    report.end(summary);
  }
}
