package org.portolan.bench.growth;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Summary;
import org.portolan.bench.growth.Curves.Verdict;
import org.portolan.bench.operations.GrowingWiki;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.bench.wiki.Models;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/**
 * The cost of each operation of the wiki as the wiki grows, in counts that do not depend on the
 * machine. An operation on a list that the design keeps as an object may grow, and the table says
 * so; if any other operation grows, the benchmark fails.
 */
public final class GrowthBenchmark extends Benchmark {
  /** Enough for lists of 50 that begin in the middle. */
  private static final int SIZE_MIN = 200;

  public GrowthBenchmark() {
    super(
        "growth",
        "Round trips, keys and bytes of each operation of the wiki at several sizes; fails if an"
            + " operation grows although the design keeps it flat.",
        List.of(
            Models.parameter(),
            sizes(
                "sizes",
                "1000,10000,100000",
                GrowingWiki.PAGES_MAX,
                "The numbers of pages at which to measure."),
            sizes(
                "revisions",
                "200,2000",
                100_000,
                "The numbers of revisions of a page at which to measure its history."),
            Parameter.whole("samples", 1, 1_000, 9, "How often each operation runs at each size."),
            Parameter.whole("seed", 0, Long.MAX_VALUE, 1, "The seed of the pages looked at."),
            Parameter.store(
                "The URI of a store to fill and measure; it must not exist yet, and needs --model"
                    + " (default: temporary stores on RocksDB)."),
            Parameter.directory()));
  }

  private static Parameter sizes(String name, String defaultValue, int max, String description) {
    Parameter.Kind kind =
        new Parameter.Kind(
            "N,N,...",
            "two or more whole numbers from "
                + SIZE_MIN
                + " to "
                + max
                + ", ascending, separated by commas",
            List.of(),
            value -> areSizes(numbers(value), max));
    return new Parameter(name, kind, defaultValue, description);
  }

  private static boolean areSizes(List<Integer> sizes, int max) {
    for (int position = 1; position < sizes.size(); position++) {
      if (sizes.get(position) <= sizes.get(position - 1)) {
        return false;
      }
    }
    return sizes.size() > 1 && sizes.get(0) >= SIZE_MIN && sizes.get(sizes.size() - 1) <= max;
  }

  private static List<Integer> numbers(String value) {
    return Arrays.stream(value.split(",", -1)).map(Integer::valueOf).toList();
  }

  @Override
  public void requireFitting(BenchOptions options) {
    if (!options.text("store").isEmpty() && Models.chosen(options.text("model")).size() > 1) {
      throw new IllegalArgumentException(
          "one store holds one data model: choose it with --model, or leave out --store");
    }
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    requireFitting(options);
    Report report = Report.begin(this, options, out);
    Summary summary = new Summary();
    List<String> wrong = new ArrayList<>();
    for (WikiModel model : Models.chosen(options.text("model"))) {
      measure(model, options, live, report, summary).stream()
          .map(operation -> model.spelling() + ": " + operation)
          .forEach(wrong::add);
    }
    report.text(
        "\nEach figure is a median. 'may grow: LAYOUT' is an operation on a list that the design"
            + " keeps as an object.\nA curve is flat if the largest size costs at most one round"
            + " trip more and twice the keys and bytes of the smallest, apart from 8 keys and"
            + " 8 KiB.\n");
    report.end(summary);
    if (!wrong.isEmpty()) {
      throw new BenchmarkFailedException(
          "these operations cost more as the wiki grows, although the design keeps them flat: "
              + String.join("; ", wrong));
    }
  }

  /** Measures one model; returns the operations that grow against the promise of its design. */
  private static List<String> measure(
      WikiModel model, BenchOptions options, LiveLine live, Report report, Summary summary) {
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"));
        Store store = open(model, options, directory)) {
      GrowthRun run = new GrowthRun(store, options.integer("samples"), live);
      Curves bySize = run.bySize(numbers(options.text("sizes")), options.number("seed"));
      Curves byRevisions = run.byRevisions(numbers(options.text("revisions")));
      report.text(model.spelling() + "\n\n");
      report.table(bySize.table());
      report.text("\n");
      report.table(byRevisions.table());
      report.text("\n");
      for (Verdict verdict : Verdict.values()) {
        summary.add(
            model.spelling() + "-" + Spelled.spelling(verdict.name()),
            bySize.count(verdict) + byRevisions.count(verdict));
      }
      return Stream.concat(bySize.wrong().stream(), byRevisions.wrong().stream()).toList();
    }
  }

  private static Store open(WikiModel model, BenchOptions options, WorkDirectory directory) {
    String given = options.text("store");
    Store store =
        Stores.openOrCreate(
            given.isEmpty() ? directory.store(model.spelling()) : given, model.design());
    if (Wikis.of(store).randomTitle(new Random(0)).isPresent()) {
      store.close();
      throw new IllegalArgumentException(
          "the store " + given + " has pages already: name a store that does not exist yet");
    }
    return store;
  }
}
