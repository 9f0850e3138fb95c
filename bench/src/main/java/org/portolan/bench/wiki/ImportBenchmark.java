package org.portolan.bench.wiki;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
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
import org.portolan.bench.system.ChildProcess;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.wiki.WikiModel;

/**
 * Imports of the synthetic wiki of Klencke 2010 into fresh stores, each in a separate process. The
 * time counts from the opening of the store to its close, so it includes the generation of texts
 * and the warm-up of the process.
 */
public final class ImportBenchmark extends Benchmark {

  public ImportBenchmark() {
    super(
        "import",
        "Pages imported per second into each data model, and the memory that the import needs.",
        List.of(
            Parameter.whole("pages", 1, 100_000_000, 100_000, "The number of pages of 8 KB."),
            Models.parameter(),
            Parameter.whole(
                "categories",
                0,
                1_000_000,
                0,
                "The number of categories; each page is in one of them."),
            Parameter.whole("heap-mib", 64, 65_536, 512, "The Java heap of the import, in MiB."),
            Parameter.whole("seed", 0, Long.MAX_VALUE, 1, "The seed of texts and links."),
            Parameter.rounds(1),
            Parameter.warmUp(0),
            Parameter.directory()));
  }

  private record Import(double pagesPerSecond, double seconds, double memoryMib, double storeMib) {}

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    List<WikiModel> models = Models.chosen(options.text("model"));
    print(Rounds.of(options).run(models, model -> measure(model, options)), report);
  }

  private static Import measure(WikiModel model, BenchOptions options) {
    int pages = options.integer("pages");
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"));
        ChildProcess child =
            ChildProcess.java(
                ImportProgram.class,
                List.of("-XX:+UseParallelGC", "-Xmx" + options.text("heap-mib") + "m"),
                List.of(
                    directory.store("store"),
                    model.spelling(),
                    options.text("pages"),
                    options.text("categories"),
                    options.text("seed")))) {
      List<String> result = List.of(child.await(ImportProgram.RESULT).split(" ", -1));
      child.awaitEnd();
      if (Long.parseLong(result.get(0)) != pages || !result.get(1).equals("0")) {
        throw new BenchmarkFailedException(
            Text.format(
                "of %s pages the store holds %s, and %s failed",
                pages, result.get(0), result.get(1)));
      }
      double seconds = Double.parseDouble(result.get(2));
      double memoryMib = Double.parseDouble(result.get(3)) / 1024;
      double storeMib = directory.bytes() / (double) (1 << 20);
      return new Import(pages / seconds, seconds, memoryMib, storeMib);
    }
  }

  private static void print(Map<WikiModel, List<Import>> imports, Report report) {
    Table table = new Table("model", "pages/s", "seconds", "peak memory, MiB", "store, MiB");
    Summary summary = new Summary();
    imports.forEach(
        (model, of) -> {
          Spread rate = Spread.of(of, Import::pagesPerSecond);
          Spread memory = Spread.of(of, Import::memoryMib);
          table.row(
              model.spelling(),
              rate.text(),
              Spread.of(of, Import::seconds).text(),
              memory.text(),
              Spread.of(of, Import::storeMib).text());
          summary
              .add(model.spelling() + "-pages-per-second", rate.median())
              .add(model.spelling() + "-memory-mib", memory.median());
        });
    report.table(table);
    Spread any = Spread.of(imports.values().iterator().next(), Import::seconds);
    report.text("\n" + any.legend() + "\nMemory is the largest resident set of the process.\n");
    report.end(summary);
  }
}
