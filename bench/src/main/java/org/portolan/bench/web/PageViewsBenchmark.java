package org.portolan.bench.web;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
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
import org.portolan.bench.wiki.Models;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.load.DumpSource;
import org.portolan.wiki.load.ImportSource;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.render.TitlePath;
import org.portolan.wiki.synthetic.SyntheticWiki;
import org.portolan.wiki.web.ServerOptions;
import org.portolan.wiki.web.WikiServer;
import org.portolan.wikitext.site.Namespace;

/**
 * Views of articles served by the wiki, with and without its cache, compared with a bare Undertow
 * server that sends the same bytes. The bare server sends them directly from its I/O threads, or
 * from a worker thread like the wiki, which must wait for a store. All servers are in this process
 * and the client is in another. On a machine with few processors they share them, so every figure
 * includes the client's share.
 */
public final class PageViewsBenchmark extends Benchmark {

  public PageViewsBenchmark() {
    super(
        "page-views",
        "Page views per second, with and without cache, compared with a bare server that sends"
            + " the same bytes.",
        List.of(
            Parameter.choice(
                "wiki",
                List.of("handbook", "synthetic"),
                "handbook",
                "Portolan's handbook, or pages of 8 KB."),
            Parameter.choice("model", Models.names(), "hashed", "The data model."),
            Parameter.whole(
                "pages", 1, ListingRequest.LIMIT_MAX, 200, "The largest number of articles."),
            Parameter.whole("connections", 1, 1_000, 8, "The number of concurrent clients."),
            Parameter.whole("millis", 1, 600_000, 1_000, "The time of each variant in a round."),
            Parameter.rounds(7),
            Parameter.warmUp(4),
            Parameter.directory()));
  }

  /** The page views of one variant in one round. */
  private record Views(long pages, double seconds, Histogram latencies) {
    double perSecond() {
      return pages / seconds;
    }
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"));
        Store store =
            Stores.openOrCreate(
                directory.store("store"), WikiModel.of(options.text("model")).design())) {
      fill(store, options);
      Wiki wiki = Wikis.of(store);
      try (WikiServer cached = WikiServer.start(wiki, ServerOptions.DEFAULT);
          WikiServer uncached =
              WikiServer.start(wiki, ServerOptions.DEFAULT.withCacheBytesMax(0))) {
        Map<String, BareServer.Captured> pages =
            capture(cached.address().getPort(), articles(wiki, options.integer("pages")));
        try (BareServer bare = BareServer.ofInputThreads(pages);
            BareServer worker = BareServer.ofWorkers(pages)) {
          Map<String, Integer> ports = new LinkedHashMap<>();
          ports.put("bare", bare.port());
          ports.put("bare-worker", worker.port());
          ports.put("cached", cached.address().getPort());
          ports.put("uncached", uncached.address().getPort());
          measure(ports, writePaths(directory, pages), options, report, pages);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the pages to be measured could not be served", e);
    }
  }

  private static void fill(Store store, BenchOptions options) throws IOException {
    if (options.text("wiki").equals("synthetic")) {
      SyntheticWiki wiki = new SyntheticWiki(1, options.integer("pages"));
      importAll(store, new SyntheticSource(wiki, "benchmark"));
    } else {
      String handbook = "handbook.xml";
      try (InputStream stream = WikiModel.class.getResourceAsStream(handbook)) {
        importAll(store, DumpSource.open(stream, handbook, DumpOptions.all()));
      }
    }
  }

  private static void importAll(Store store, ImportSource open) {
    try (ImportSource source = open) {
      new WikiImport(store, source, false, broken -> {}, reached -> {}).run();
    }
  }

  private static List<String> articles(Wiki wiki, int pagesMax) {
    List<String> titles = wiki.titles(ListingRequest.first(ListingRequest.LIMIT_MAX)).entries();
    return wiki.pages(titles).values().stream()
        .filter(page -> page.namespace() == Namespace.ARTICLE && page.redirect().isEmpty())
        .map(page -> "/wiki/" + TitlePath.encode(page.title()))
        .sorted()
        .limit(pagesMax)
        .toList();
  }

  /** Fetches each page; this also puts the page into the cache. */
  private static Map<String, BareServer.Captured> capture(int port, List<String> paths)
      throws IOException {
    Map<String, BareServer.Captured> pages = new LinkedHashMap<>();
    try (Connection connection = new Connection(port)) {
      for (String path : paths) {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        Connection.Answer answer = connection.exchange(Connection.request(path, port), body);
        if (!answer.head().startsWith("HTTP/1.1 200 ")) {
          throw new BenchmarkFailedException(path + " was not served: " + answer.head());
        }
        pages.put(path, BareServer.Captured.of(answer.head(), body.toByteArray()));
      }
    }
    if (pages.isEmpty()) {
      throw new BenchmarkFailedException("the wiki has no articles to view");
    }
    return pages;
  }

  private static Path writePaths(WorkDirectory directory, Map<String, BareServer.Captured> pages)
      throws IOException {
    List<String> lines = new ArrayList<>();
    pages.forEach((path, page) -> lines.add(page.body().remaining() + " " + path));
    return Files.write(directory.path().resolve("paths"), lines);
  }

  private static void measure(
      Map<String, Integer> ports,
      Path paths,
      BenchOptions options,
      Report report,
      Map<String, BareServer.Captured> pages) {
    try (ChildProcess client =
        ChildProcess.java(
            ClientProgram.class,
            List.of("-XX:+UseSerialGC", "-Xmx256m"),
            List.of(paths.toString(), options.text("connections")))) {
      client.await(ClientProgram.READY);
      Map<String, List<Views>> measured =
          Rounds.of(options).run(ports.keySet(), name -> ask(client, ports.get(name), options));
      double bytes =
          pages.values().stream().mapToInt(page -> page.body().remaining()).average().orElseThrow();
      report.text(
          Text.format(
              "%d articles of %,.0f bytes on average, %s connections, client in its own process%n%n",
              pages.size(), bytes, options.text("connections")));
      print(measured, report);
    }
  }

  private static Views ask(ChildProcess client, int port, BenchOptions options) {
    client.send(port + " " + options.text("millis") + " " + System.nanoTime());
    List<String> words = List.of(client.await(ClientProgram.RESULT).split(" ", -1));
    return new Views(
        Long.parseLong(words.get(0)),
        Double.parseDouble(words.get(1)),
        ClientProgram.decoded(words.get(2)));
  }

  private static void print(Map<String, List<Views>> measured, Report report) {
    List<Views> bare = measured.get("bare");
    Table table = new Table("server", "pages/s", "ratio to bare", "50 %, ms", "95 %", "99 %");
    Summary summary = new Summary();
    Optional<Spread> any = Optional.empty();
    for (var entry : measured.entrySet()) {
      Spread rate = Spread.of(entry.getValue(), Views::perSecond);
      Spread ratio = Spread.ofRatios(entry.getValue(), bare, Views::perSecond);
      Histogram latencies = entry.getValue().get(0).latencies().copy();
      entry.getValue().stream().skip(1).forEach(views -> latencies.add(views.latencies()));
      boolean isBare = entry.getKey().equals("bare");
      table.row(
          entry.getKey(),
          rate.text(),
          isBare ? "" : ratio.text(),
          millis(latencies, 50),
          millis(latencies, 95),
          millis(latencies, 99));
      summary.add(entry.getKey() + "-pages-per-second", rate.median());
      if (!isBare) {
        summary.add(entry.getKey() + "-ratio", ratio.median());
      }
      any = Optional.of(rate);
    }
    report.table(table);
    report.text("\n" + any.orElseThrow().legend() + " Latencies of all rounds together.\n");
    report.end(summary);
  }

  private static String millis(Histogram latencies, double percentile) {
    return Text.format("%.2f", latencies.getValueAtPercentile(percentile) / 1e6);
  }
}
