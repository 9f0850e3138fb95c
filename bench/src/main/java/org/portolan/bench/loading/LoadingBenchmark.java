package org.portolan.bench.loading;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
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
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.bench.wiki.Models;

/**
 * Imports of the synthetic wiki into fresh stores of any engine, compared with the engine's own
 * client that writes the cells of such a store to fresh tables, without conditions and from memory:
 * the least that must be sent. The time of an import counts from the open store to its close, and
 * includes the generation of the texts and the extraction of their links.
 */
public final class LoadingBenchmark extends Benchmark {
  private enum Side implements Spelled {
    IMPORT,
    OWN_CLIENT
  }

  public LoadingBenchmark() {
    super(
        "loading",
        "Pages imported per second into a store of any engine, compared with the engine's own"
            + " client.",
        List.of(
            Parameter.store(
                "The URI of a store that does not exist; fresh stores are made, with numbers after"
                    + " its name, and removed (default: temporary stores on RocksDB)."),
            Models.orPreferred(),
            Parameter.whole("pages", 1, 1_000_000, 1_000, "The number of pages of 8 KB."),
            Parameter.rounds(5),
            Parameter.warmUp(1),
            Parameter.directory()));
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    int pages = options.integer("pages");
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"));
        Loads loads =
            new Loads(
                options.text("store"),
                Models.chosenOrPreferred(options.text("model")),
                pages,
                directory)) {
      Map<Side, List<Double>> seconds =
          Rounds.of(options)
              .run(
                  List.of(Side.values()),
                  side -> side == Side.IMPORT ? loads.load() : loads.writeCells());
      print(seconds, pages, loads.rows(), report);
    }
  }

  private static void print(Map<Side, List<Double>> seconds, int pages, long rows, Report report) {
    Table table = new Table("", "pages/s", "ratio");
    seconds.forEach(
        (side, of) ->
            table.row(
                side.spelling(),
                Spread.of(of, each -> pages / each).text(),
                side == Side.IMPORT ? ratio(seconds).text() : ""));
    report.table(table);
    Spread imported = Spread.of(seconds.get(Side.IMPORT), each -> pages / each);
    report.text(
        Text.format("\n%s\nThe store has %s rows of %s pages.\n", imported.legend(), rows, pages));
    report.end(
        new Summary()
            .add("import-pages-per-second", imported.median())
            .add("import-ratio", ratio(seconds).median()));
  }

  private static Spread ratio(Map<Side, List<Double>> seconds) {
    return Spread.ofRatios(
        seconds.get(Side.IMPORT), seconds.get(Side.OWN_CLIENT), taken -> 1 / taken);
  }
}
