package org.portolan.bench.costmodel;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Random;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.calibration.Calibration;
import org.portolan.bench.client.SiblingStores;
import org.portolan.bench.operations.Act;
import org.portolan.bench.operations.GrowingWiki;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.bench.wiki.Models;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.CostsReader;
import org.portolan.design.cost.CostsWriter;
import org.portolan.design.cost.EngineCosts;
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
  private static final int CALIBRATION_MIN = 5;

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
            Parameter.whole(
                "calibrate",
                0,
                1_000,
                0,
                "Measures the costs first, in so many rounds, at least 5; 0 takes those of"
                    + " --costs."),
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
    int calibration = options.integer("calibrate");
    if (calibration > 0 && calibration < CALIBRATION_MIN) {
      throw new IllegalArgumentException(
          "--calibrate must be 0 or at least " + CALIBRATION_MIN + ", not " + calibration);
    }
    if (calibration > 0 && options.path("costs").isPresent()) {
      throw new IllegalArgumentException(
          "--calibrate measures the costs that --costs would give: leave one of them out");
    }
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    requireFitting(options);
    Report report = Report.begin(this, options, out);
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      SiblingStores stores = new SiblingStores(options.text("store"), directory);
      MeasuredCosts costs = costs(stores.uri("costs"), options, report, live);
      String uri = stores.uri("wiki");
      WikiModel model =
          Models.chosenOrPreferred(options.text("model"))
              .orElseGet(() -> WikiModel.preferredOn(Engines.ofUri(uri).capabilities()));
      Store wiki = empty(uri, model);
      try {
        List<OperationCost> operations = measure(wiki, costs.costs(), options, live);
        print(new CostErrors(operations), model.spelling(), costs, report);
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
  private static List<OperationCost> measure(
      Store wiki, EngineCosts costs, BenchOptions options, LiveLine live) {
    int pages = options.integer("pages");
    try (Store store = wiki) {
      GrowingWiki.fill(store, 0, pages, live);
      return new CostModelRun(
              store, pages, options.integer("revisions"), options.number("seed"), live)
          .measure(Rounds.of(options), options.integer("millis"), costs);
    }
  }

  private static MeasuredCosts costs(
      String uri, BenchOptions options, Report report, LiveLine live) {
    String engine = Engines.ofUri(uri).scheme();
    int rounds = options.integer("calibrate");
    if (rounds == 0) {
      return options
          .path("costs")
          .map(CostsReader::read)
          .orElseGet(() -> CostsReader.shipped(engine));
    }
    Calibration.Result measured =
        Calibration.run(
            uri,
            new Calibration.Plan(options.integer("warm-up"), rounds, options.integer("millis")),
            live);
    MeasuredCosts costs =
        new MeasuredCosts(
            engine,
            "this benchmark",
            "just before, " + measured.server() + ", " + rounds + " rounds",
            measured.costs(),
            OptionalDouble.of(measured.errorPercent()));
    report.text(CostsWriter.write(costs, measured.parts()) + "\n");
    report.table(paths(measured));
    report.text("\n");
    return costs;
  }

  private static Table paths(Calibration.Result measured) {
    Table table = new Table("calibration", "", "costs say", "ms", "error");
    measured
        .paths()
        .forEach(
            path ->
                table.row(
                    path.name(),
                    path.fitted() ? "used for the costs" : "not used",
                    Text.format("%.4f", path.predictedMillis()),
                    path.millis().text(),
                    Text.format("%.0f %%", path.errorPercent())));
    return table;
  }

  private static void print(CostErrors errors, String model, MeasuredCosts costs, Report report) {
    Table table = new Table("operation", "work", "costs say", "ms", "error");
    errors
        .operations()
        .forEach(
            operation ->
                table.row(
                    operation.name(),
                    WorkText.of(operation.work()),
                    Text.format("%.4f", operation.predictedMillis()),
                    operation.millis().text(),
                    Text.format("%+.0f %%", operation.errorPercent())));
    report.text(
        Text.format(
            "%s, by the costs of %s (%s)\n\n",
            model, costs.source().isEmpty() ? "this release" : costs.source(), costs.measured()));
    report.table(table);
    report.text("\n" + errors.operations().get(0).millis().legend() + "\n");
    Summary summary = new Summary();
    for (Act.Kind kind : Act.Kind.values()) {
      String kinds = kind.name().toLowerCase(Locale.ROOT) + "s";
      report.text(
          Text.format(
              "%s: the costs err by %.0f %% on average, by %.0f %% at most.\n",
              kinds, errors.mean(kind), errors.largest(kind)));
      summary.add(kinds + "-mean-error-percent", errors.mean(kind));
      summary.add(kinds + "-largest-error-percent", errors.largest(kind));
    }
    List<String> farOff = errors.farOff().stream().map(OperationCost::name).toList();
    report.text(
        farOff.isEmpty()
            ? "No operation errs by more than a third.\n"
            : "These err by more than a third: " + String.join(", ", farOff) + ".\n");
    report.end(summary.add("far-off", farOff.size()));
  }
}
