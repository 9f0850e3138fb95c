package org.portolan.bench.start;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.system.ChildProcess;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** The time from the launcher's start until its answer. The files that it reads are warm. */
public final class StartUpBenchmark extends Benchmark {
  private static final int PAGES = 100;
  private static final String TITLE = SyntheticWiki.tag(0);
  private static final Map<String, String> LABELS = labels();

  public StartUpBenchmark() {
    super(
        "start-up",
        "The time of the command until it has answered.",
        List.of(
            Parameter.path(
                "launcher",
                "The command (default: system property portolan.launcher, or ./portolan)."),
            Parameter.rounds(10),
            Parameter.warmUp(1),
            Parameter.directory()));
  }

  /**
   * Returns the names of the measured commands in their order, each with its words in the table.
   */
  private static Map<String, String> labels() {
    Map<String, String> labels = new LinkedHashMap<>();
    labels.put("version", "portolan --version has ended");
    labels.put("show", "portolan wiki show has ended");
    labels.put("serve", "portolan wiki serve has answered");
    return labels;
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    String launcher = launcher(options).toString();
    Report report = Report.begin(this, options, out);
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      String uri = directory.store("store");
      makeStore(uri);
      print(Rounds.of(options).run(LABELS.keySet(), name -> millis(name, launcher, uri)), report);
    }
  }

  private static double millis(String name, String launcher, String uri) {
    return switch (name) {
      case "version" -> ofCommand("portolan ", launcher, "--version");
      case "show" -> ofCommand(TITLE, launcher, "wiki", "show", "--store", uri, TITLE);
      default -> ofServer(launcher, uri);
    };
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

  private static void makeStore(String uri) {
    SyntheticWiki wiki = new SyntheticWiki(1, PAGES);
    try (Store store = Stores.openOrCreate(uri, WikiModel.HASHED.design());
        SyntheticSource source = new SyntheticSource(wiki, "benchmark")) {
      new WikiImport(store, source, false, broken -> {}, reached -> {}).run();
    }
  }

  /** Returns the time until the end of a command, which must print {@code wanted}. */
  private static double ofCommand(String wanted, String... command) {
    long start = System.nanoTime();
    try (ChildProcess child = ChildProcess.start(List.of(command))) {
      List<String> lines = child.awaitEnd();
      double millis = millisSince(start);
      if (lines.stream().noneMatch(line -> line.contains(wanted))) {
        throw new BenchmarkFailedException(
            String.join(" ", command) + " did not print '" + wanted + "' but " + lines);
      }
      return millis;
    }
  }

  /** Returns the time until a server has answered its first page. */
  private static double ofServer(String launcher, String uri) {
    long start = System.nanoTime();
    try (ChildProcess child =
        ChildProcess.start(List.of(launcher, "wiki", "serve", "--store", uri, "--port", "0"))) {
      String rest = child.await("serving ");
      URI address = URI.create(rest.replaceAll("^.* on (http\\S+).*$", "$1"));
      requirePage(address.resolve("wiki/" + TITLE));
      return millisSince(start);
    }
  }

  private static void requirePage(URI page) {
    try {
      HttpResponse<InputStream> response =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        if (response.statusCode() != 200 || body.readAllBytes().length == 0) {
          throw new BenchmarkFailedException(page + " answered " + response.statusCode());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + page, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the benchmark was interrupted", e);
    }
  }

  private static double millisSince(long start) {
    return (System.nanoTime() - start) / 1e6;
  }

  private static void print(Map<String, List<Double>> times, Report report) {
    Table table = new Table("milliseconds until", "median (interval)");
    Summary summary = new Summary();
    times.forEach(
        (name, of) -> {
          Spread spread = Spread.of(of, Double::doubleValue);
          table.row(LABELS.get(name), spread.text());
          summary.add(name + "-ms", spread.median());
        });
    report.table(table);
    report.text("\n" + Spread.of(times.get("version"), Double::doubleValue).legend() + "\n");
    report.end(summary);
  }
}
