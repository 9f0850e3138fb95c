package org.portolan.bench.costmodel;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.Stream;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.calibration.Calibration;
import org.portolan.bench.calibration.CalibrationStore;
import org.portolan.bench.calibration.Timed;
import org.portolan.bench.client.SiblingStores;
import org.portolan.bench.operations.GrowingWiki;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.bench.wiki.Models;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.CostsReader;
import org.portolan.design.cost.MeasuredCosts;
import org.portolan.engine.Engines;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;

/**
 * The costs by which designs are compared, beside the time of each operation of the wiki: one
 * client executes them, their work is counted and not estimated, so the error is that of the costs.
 */
public final class CostModelBenchmark extends Benchmark {
  private static final int PAGES_MIN = 200;
  private static final String NO = "no";
  private static final String YES = "yes";

  public CostModelBenchmark() {
    super(
        "cost-model",
        "The time of each operation of the wiki, beside what measured costs say of its work.",
        List.of(
            Parameter.store(
                "The URI of a store that does not exist; fresh stores are made, with more after its"
                    + " name, and removed (default: temporary stores on RocksDB)."),
            Parameter.path(
                "costs",
                "A file of 'portolan bench calibrate' (default: the costs that come with"
                    + " Portolan)."),
            Parameter.choice(
                "calibrate",
                List.of(NO, YES),
                NO,
                "Whether to measure the costs in the same rounds, at least "
                    + Calibration.PARTS
                    + ", instead of taking those of --costs."),
            Models.orPreferred(),
            Parameter.whole(
                "pages", PAGES_MIN, GrowingWiki.PAGES_MAX, 1_000, "The number of pages."),
            Parameter.whole(
                "revisions", 100, 100_000, 200, "The revisions of the page with a history."),
            Parameter.rounds(15),
            Parameter.warmUp(5),
            Parameter.whole(
                "millis", 1, 60_000, 50, "How long each operation is repeated in each round."),
            Parameter.whole("seed", 0, Long.MAX_VALUE, 1, "The seed of the pages looked at."),
            Parameter.directory()));
  }

  @Override
  public void requireFitting(BenchOptions options) {
    if (!calibrates(options)) {
      return;
    }
    if (options.integer("rounds") < Calibration.PARTS) {
      throw new IllegalArgumentException(
          "--calibrate yes needs at least " + Calibration.PARTS + " rounds: give --rounds");
    }
    if (options.path("costs").isPresent()) {
      throw new IllegalArgumentException(
          "--calibrate measures the costs that --costs would give: leave one of them out");
    }
  }

  private static boolean calibrates(BenchOptions options) {
    return options.text("calibrate").equals(YES);
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    requireFitting(options);
    Report report = Report.begin(this, options, out);
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      SiblingStores stores = new SiblingStores(options.text("store"), directory);
      String uri = stores.uri("wiki");
      WikiModel model =
          Models.chosenOrPreferred(options.text("model"))
              .orElseGet(() -> WikiModel.preferredOn(Engines.ofUri(uri).capabilities()));
      Store wiki = empty(uri, model);
      try {
        measure(wiki, model, stores, options, report, live);
      } finally {
        stores.drop(uri);
      }
    }
  }

  private static Store empty(String uri, WikiModel model) {
    Store store = Stores.openOrCreate(uri, model.design());
    if (Wikis.of(store).randomTitle(new Random(0)).isPresent()) {
      store.close();
      throw new IllegalArgumentException(
          "the store " + uri + " has pages already: remove it, or name another store");
    }
    return store;
  }

  /** Measures on an empty store, and closes it. */
  private static void measure(
      Store wiki,
      WikiModel model,
      SiblingStores stores,
      BenchOptions options,
      Report report,
      LiveLine live) {
    int pages = options.integer("pages");
    try (Store store = wiki) {
      GrowingWiki.fill(store, 0, pages, live);
      CostModelRun run =
          new CostModelRun(
              store, pages, options.integer("revisions"), options.number("seed"), live);
      String uri = stores.uri("costs");
      MeasuredCosts costs;
      Map<Timed, List<Double>> measured;
      if (calibrates(options)) {
        try (CalibrationStore calibration = CalibrationStore.fill(uri, live)) {
          measured = rounds(Stream.concat(calibration.timed(), run.timed()), options, live);
          Calibration.Result result = Calibration.result(calibration, measured);
          costs = costs(Engines.ofUri(uri).scheme(), result, options);
          CostModelText.calibration(costs, result, report);
        }
      } else {
        measured = rounds(run.timed(), options, live);
        costs =
            options
                .path("costs")
                .map(CostsReader::read)
                .orElseGet(() -> CostsReader.shipped(Engines.ofUri(uri).scheme()));
      }
      CostErrors errors = new CostErrors(run.compare(measured, costs.costs()));
      CostModelText.operations(errors, model.spelling(), costs, report);
    }
  }

  private static Map<Timed, List<Double>> rounds(
      Stream<Timed> variants, BenchOptions options, LiveLine live) {
    int millis = options.integer("millis");
    return Rounds.of(options)
        .run(
            variants.toList(),
            timed -> {
              live.show(timed.name());
              return timed.turn(millis);
            });
  }

  private static MeasuredCosts costs(
      String engine, Calibration.Result result, BenchOptions options) {
    return new MeasuredCosts(
        engine,
        "the same rounds",
        result.server() + ", " + options.integer("rounds") + " rounds",
        result.costs(),
        OptionalDouble.of(result.errorPercent()));
  }
}
