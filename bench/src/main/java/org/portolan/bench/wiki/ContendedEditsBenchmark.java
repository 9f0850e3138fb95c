package org.portolan.bench.wiki;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
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
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.ConflictCause;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;

/**
 * Conflicts of writers in each data model: table VI of Kruber 2014. The paper counts transactions
 * that were given up, since its wiki retries none; here every undone transaction counts, whether
 * retried or given up. The paper's numbers of edits, writers and nodes differ, so compare only the
 * relation of the models to each other.
 */
public final class ContendedEditsBenchmark extends Benchmark {
  private static final int HOT_KEYS = 3;

  /** The paper's counts for "same page" and "overlapping write set". */
  private static final Map<WikiModel, String> PAPER =
      Map.of(
          WikiModel.BASIC, "453 / 613",
          WikiModel.HASHED, "180 / 36",
          WikiModel.READ_DELTA, "175 / 30",
          WikiModel.WIDE_ROW, "",
          WikiModel.TREE, "",
          WikiModel.PROPOSED, "");

  public ContendedEditsBenchmark() {
    super(
        "contended-edits",
        "The conflicts of concurrent writers in each data model, compared with table VI of"
            + " Kruber 2014.",
        List.of(
            Models.parameter(),
            Parameter.whole("writers", 1, 256, 8, "The number of concurrent writers."),
            Parameter.whole("edits", 256, 100_000_000, 4_000, "The total number of edits."),
            Parameter.whole("seed", 0, Integer.MAX_VALUE, 1, "The seed of the edits."),
            Parameter.rounds(3),
            Parameter.warmUp(1),
            Parameter.directory()));
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    List<WikiModel> models = Models.chosen(options.text("model"));
    print(Rounds.of(options).run(models, model -> measure(model, options)), report);
  }

  private static ContentionResult measure(WikiModel model, BenchOptions options) {
    int edits = options.integer("edits");
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"));
        Store store = Stores.openOrCreate(directory.store("store"), model.design())) {
      ContentionResult result =
          new ContendedEdits(
                  store,
                  options.integer("writers"),
                  edits,
                  options.number("seed"),
                  (title, revision, text) -> {})
              .run();
      long told = result.edits() + result.creations() + result.givenUp();
      if (told != edits) {
        throw new BenchmarkFailedException(
            "of " + edits + " edits of model " + model.spelling() + " only " + told + " ended");
      }
      StoreCheck.Result check =
          store.check(StoreCheck.Options.REPORT).run(problem -> {}, looked -> {});
      if (!check.isClean()) {
        throw new BenchmarkFailedException(
            Text.format(
                "after the edits the indexes of model %s have missing=%s dangling=%s",
                model.spelling(), check.missing(), check.dangling()));
      }
      return result;
    }
  }

  private static void print(Map<WikiModel, List<ContentionResult>> results, Report report) {
    Table table =
        new Table(
            "model",
            "commits",
            "same page",
            "only an index",
            "unknown",
            "tried again",
            "given up",
            "edits/s",
            "Kruber 2014");
    Summary summary = new Summary();
    StringBuilder hot = new StringBuilder();
    results.forEach(
        (model, of) -> {
          Spread rate = Spread.of(of, ContentionResult::editsPerSecond);
          long overlapping = sum(of, ContentionResult::overlapping);
          table.row(
              model.spelling(),
              Text.count(sum(of, result -> result.transactions().commits())),
              Text.count(sum(of, ContentionResult::samePage)),
              Text.count(overlapping),
              Text.count(sum(of, result -> result.undone(ConflictCause.UNKNOWN))),
              Text.count(sum(of, ContendedEditsBenchmark::retries)),
              Text.count(sum(of, ContentionResult::givenUp)),
              rate.text(),
              PAPER.get(model));
          summary
              .add(model.spelling() + "-same-page", sum(of, ContentionResult::samePage))
              .add(model.spelling() + "-overlapping", overlapping)
              .add(model.spelling() + "-edits-per-second", rate.median());
          of.get(of.size() - 1)
              .hotKeyLines(HOT_KEYS)
              .lines()
              .forEach(line -> hot.append("  " + model.spelling() + ": " + line + "\n"));
        });
    report.table(table);
    Spread any = Spread.of(results.values().iterator().next(), ContentionResult::editsPerSecond);
    report.text(
        Text.format(
            "\nCounts are sums of all rounds, edits/s medians. %s\nKruber 2014, table VI:"
                + " aborts by edits of the same page / by overlapping writes.\nIndexes checked"
                + " after each run: nothing missing, nothing dangling.\n\nThe keys with the most"
                + " conflicts in the last round:\n%s",
            any.legend(), hot));
    report.end(summary);
  }

  private static long retries(ContentionResult result) {
    return result.transactions().retries().values().stream().mapToLong(Long::longValue).sum();
  }

  private static long sum(List<ContentionResult> of, ToLongFunction<ContentionResult> figure) {
    return of.stream().mapToLong(figure).sum();
  }
}
