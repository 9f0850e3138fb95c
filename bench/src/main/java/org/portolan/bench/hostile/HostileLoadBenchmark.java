package org.portolan.bench.hostile;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Text;
import org.portolan.bench.hostile.attack.HostileKind;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.synthetic.SyntheticWiki;

/**
 * The wiki's server under hostile clients, seen by honest ones: readers at a fixed rate, of cached
 * pages and of pages rendered anew, and an editor who reads back what was saved. Hostile clients of
 * one kind after the other attack meanwhile, and all kinds together, from other addresses and from
 * the readers' own. Latencies never fail the benchmark. It fails if an honest client gets wrong
 * content, if an acknowledged save is lost, if the server dies or takes more memory than stated, or
 * if it does not serve every page right once the hostile clients are gone.
 */
public final class HostileLoadBenchmark extends Benchmark {
  private static final String EVERY_KIND = "all";

  public HostileLoadBenchmark() {
    super(
        "hostile-load",
        "Honest readers and an editor of a wiki's server beside hostile clients of every kind.",
        List.of(
            Parameter.decimal("minutes", 0.01, 1_440, 10, "The length of the load."),
            Parameter.time("phase", "30s", "How long a kind of hostile clients attacks."),
            new Parameter(
                "kinds",
                new Parameter.Kind(
                    "NAMES",
                    "'all', or some of " + String.join(", ", Spelled.words(HostileKind.class)),
                    List.of(),
                    value -> kinds(value).size() > 0),
                EVERY_KIND,
                "The kinds of hostile clients, separated by commas."),
            Parameter.choice(
                "phases",
                Spelled.words(Phase.Choice.class),
                Phase.Choice.ALL.spelling(),
                "The phases: each kind alone, or all kinds together from these addresses."),
            Parameter.decimal("cached-rate", 0.1, 10_000, 50, "Views of cached pages a second."),
            Parameter.decimal("uncached-rate", 0.1, 1_000, 5, "Views rendered anew a second."),
            Parameter.decimal("edit-rate", 0.1, 100, 1, "Saves a second."),
            Parameter.whole("pages", 10, 100_000, 2_000, "The number of pages of 8 KB."),
            Parameter.whole("heap-mb", 64, 65_536, 1_024, "The server's Java heap in MiB."),
            Parameter.whole(
                "allowance-mb",
                1,
                65_536,
                640,
                "The memory beyond the heap that the server may take, in MiB."),
            Parameter.whole("seed", 0, Long.MAX_VALUE, 1, "The seed of everything random."),
            Parameter.path(
                "launcher",
                "The command (default: system property portolan.launcher, or ./portolan)."),
            Parameter.path("out", "The directory for figures and the page with the plot."),
            Parameter.directory()));
  }

  static List<HostileKind> kinds(String value) {
    return value.equals(EVERY_KIND)
        ? Phase.all()
        : Arrays.stream(value.split(",", -1))
            .map(word -> Spelled.of(HostileKind.class, word))
            .toList();
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    List<String> launcher = List.of(launcher(options).toString());
    run(options, launcher, Report.begin(this, options, out));
  }

  private static Path launcher(BenchOptions options) {
    Path launcher =
        options
            .path("launcher")
            .orElseGet(() -> Path.of(System.getProperty("portolan.launcher", "portolan")))
            .toAbsolutePath();
    if (!Files.isExecutable(launcher)) {
      throw new BenchmarkFailedException(
          "there is no command " + launcher + " to start; name it with --launcher");
    }
    return launcher;
  }

  /** Measures a server that is started by a command. */
  static void run(BenchOptions options, List<String> launcher, Report report) {
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      String uri = directory.store("store");
      SyntheticWiki wiki = new SyntheticWiki(options.number("seed"), options.integer("pages"));
      fill(uri, wiki);
      HostileRun run = new HostileRun(options, report);
      try {
        run.measure(wiki, uri, launcher, directory.path());
      } finally {
        run.print();
      }
      check(uri, run);
      run.end();
    } catch (IOException e) {
      throw new UncheckedIOException("the server could not be asked", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the benchmark was interrupted", e);
    }
  }

  private static void fill(String uri, SyntheticWiki wiki) {
    try (Store store = Stores.openOrCreate(uri, WikiModel.HASHED.design());
        SyntheticSource source = new SyntheticSource(wiki, "benchmark")) {
      new WikiImport(store, source, false, broken -> {}, reached -> {}).run();
    }
  }

  private static void check(String uri, HostileRun run) {
    try (Store store = Stores.open(uri)) {
      StoreCheck.Result result = store.check(StoreCheck.Options.REPORT).run(any -> {}, any -> {});
      run.require(result.isClean(), Text.format("the store is wrong: %s", result));
    }
  }
}
