package org.portolan.bench.mediawiki;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.client.Processors;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.system.ChildProcess;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.bench.wiki.Models;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.dump.DumpOptions;
import org.portolan.wiki.load.DumpSource;
import org.portolan.wiki.load.ImportSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.text.LinkExtractor;

/**
 * Views and saves over HTTP, of the same articles, by the same clients, of our server and of a
 * MediaWiki on this machine. Our server is a process of its own; the clients are in this process.
 */
public final class BesideMediaWikiBenchmark extends Benchmark {
  private static final String ALL_ACTS = "all";
  private static final String ACT_NAMES = String.join(", ", Spelled.words(Act.class));
  private static final int CLIENTS_MAX = 4;
  private static final List<Integer> CLIENTS = List.of(1, CLIENTS_MAX);

  public BesideMediaWikiBenchmark() {
    super(
        "beside-mediawiki",
        "Page views and saves per second over HTTP, compared with a MediaWiki of the same dump.",
        List.of(
            Parameter.path("dump", "The dump of which the MediaWiki has all pages."),
            Parameter.addresses(
                "mediawiki",
                "The address of a MediaWiki on this machine, without index.php. Its pages are"
                    + " changed, and pages are added. Without it, only our server is measured."),
            Parameter.addresses(
                "mediawiki-anew",
                "The address of the same MediaWiki with $wgParserCacheType = CACHE_NONE."),
            new Parameter(
                "mediawiki-processes",
                new Parameter.Kind(
                    "PID,...",
                    "numbers of processes, separated by commas",
                    List.of(),
                    text -> text.isEmpty() || !processes(text).isEmpty()),
                "",
                "MediaWiki's processes: web server, PHP, database. If given, the processor time of"
                    + " an operation is compared too, with that of their children."),
            Parameter.choice("model", Models.names(), "wide-row", "The data model."),
            new Parameter(
                "acts",
                new Parameter.Kind(
                    "ACT,...",
                    "all, or some of " + ACT_NAMES + ", separated by commas",
                    List.of(),
                    text -> !acts(text).isEmpty()),
                ALL_ACTS,
                "What is measured: all, or some of " + ACT_NAMES + "."),
            Parameter.whole("millis", 1, 600_000, 3_000, "The time of each act in a round."),
            Parameter.whole(
                "first-millis",
                1,
                600_000,
                10_000,
                "The time of the first pages of a fresh process of ours in a round."),
            Parameter.rounds(5),
            Parameter.warmUp(1),
            Parameter.directory()));
  }

  private record Variant(Act act, int clients) {}

  /** What one side did in one turn, and the processor time of its server for each operation. */
  private record Turn(double perSecond, double processorMillis) {}

  private static List<Act> acts(String text) {
    return text.equals(ALL_ACTS)
        ? List.of(Act.values())
        : Stream.of(text.split(",", -1)).map(word -> Spelled.of(Act.class, word)).toList();
  }

  private static List<ProcessHandle> processes(String text) {
    return Stream.of(text.split(",", -1))
        .filter(each -> !each.isEmpty())
        .map(each -> ProcessHandle.of(Long.parseLong(each)))
        .flatMap(Optional::stream)
        .flatMap(process -> Stream.concat(Stream.of(process), process.descendants()))
        .toList();
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Path dump =
        options
            .path("dump")
            .orElseThrow(() -> new IllegalArgumentException("the comparison needs --dump"));
    Optional<Target> mediaWiki =
        options.text("mediawiki").isEmpty()
            ? Optional.empty()
            : Optional.of(
                new Target.MediaWiki(
                    address(options, "mediawiki"), address(options, "mediawiki-anew")));
    Report report = Report.begin(this, options, out);
    DumpWiki wiki = DumpWiki.read(dump);
    List<DumpWiki.Page> articles = articles(wiki);
    if (articles.size() < CLIENTS_MAX) {
      throw new IllegalArgumentException(
          "the dump must have " + CLIENTS_MAX + " articles or more, but has " + articles.size());
    }
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      String store = directory.store("store");
      report.text(
          Text.format(
              "%,d articles; our import of %,d pages took %.1f s%n%n",
              articles.size(),
              wiki.pages().size(),
              importAll(store, WikiModel.of(options.text("model")), dump)));
      print(measure(store, mediaWiki, articles, options), report);
    }
  }

  private static URI address(BenchOptions options, String name) {
    String text = options.text(name);
    URI address = URI.create(text.endsWith("/") ? text : text + "/");
    if (!"127.0.0.1".equals(address.getHost()) || address.getPort() < 0) {
      throw new IllegalArgumentException(
          "--"
              + name
              + " must be an address on this machine, like http://127.0.0.1:8080/w, not '"
              + text
              + "'");
    }
    return address;
  }

  private static List<DumpWiki.Page> articles(DumpWiki wiki) {
    LinkExtractor redirects = new LinkExtractor(wiki.site());
    return wiki.pages().stream()
        .filter(page -> page.title().namespace() == Namespace.ARTICLE && page.wikitext())
        .filter(page -> redirects.redirect(page.title(), page.text()).isEmpty())
        .toList();
  }

  /** Returns the seconds that it takes. */
  private static double importAll(String uri, WikiModel model, Path dump) {
    long start = System.nanoTime();
    try (Store store = Stores.openOrCreate(uri, model.design());
        ImportSource source = DumpSource.open(dump, DumpOptions.current())) {
      new WikiImport(store, source, false, broken -> {}, reached -> {}).run();
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /**
   * Returns our turns and MediaWiki's, in two lists of the same length, by variant; the second is
   * empty without a MediaWiki. The first pages are those of a process for each round; all else is
   * asked of one process.
   */
  private static Map<Variant, List<List<Turn>>> measure(
      String store,
      Optional<Target> mediaWiki,
      List<DumpWiki.Page> articles,
      BenchOptions options) {
    List<Act> acts = acts(options.text("acts"));
    Map<Variant, List<List<Turn>>> all = new LinkedHashMap<>();
    int rounds = options.integer("rounds");
    for (int round = 0; round < rounds && acts.contains(Act.FIRST); round++) {
      try (ChildProcess server = serve(store)) {
        Target.Ours ours = ours(server);
        compare(new Variant(Act.FIRST, 1), true, server, ours, mediaWiki, articles, options, all);
      }
    }
    try (ChildProcess server = serve(store)) {
      Target.Ours ours = ours(server);
      for (int round = -options.integer("warm-up"); round < rounds; round++) {
        Map<Variant, List<List<Turn>>> kept = round < 0 ? new LinkedHashMap<>() : all;
        for (Act act : acts) {
          for (int clients : act == Act.FIRST ? List.<Integer>of() : CLIENTS) {
            Variant variant = new Variant(act, clients);
            compare(variant, round % 2 == 0, server, ours, mediaWiki, articles, options, kept);
          }
        }
      }
    }
    return all;
  }

  private static ChildProcess serve(String store) {
    List<String> options = new ArrayList<>(List.of("-Xmx1g"));
    // The archive of classes with which the launcher has started this process.
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
        .forEach(options::add);
    return ChildProcess.java(ServerProgram.class, options, List.of(store));
  }

  private static Target.Ours ours(ChildProcess server) {
    List<String> ports = List.of(server.await(ServerProgram.READY).split(" ", -1));
    return new Target.Ours(Integer.parseInt(ports.get(0)), Integer.parseInt(ports.get(1)));
  }

  private static void compare(
      Variant variant,
      boolean oursFirst,
      ChildProcess server,
      Target ours,
      Optional<Target> mediaWiki,
      List<DumpWiki.Page> articles,
      BenchOptions options,
      Map<Variant, List<List<Turn>>> kept) {
    List<ProcessHandle> their = processes(options.text("mediawiki-processes"));
    List<List<Turn>> both =
        kept.computeIfAbsent(variant, key -> List.of(new ArrayList<>(), new ArrayList<>()));
    for (boolean our : List.of(oursFirst, !oursFirst)) {
      if (our) {
        both.get(0).add(turn(ours, variant, articles, options, List.of(server.handle())));
      } else {
        mediaWiki.ifPresent(
            target -> both.get(1).add(turn(target, variant, articles, options, their)));
      }
    }
  }

  private static Turn turn(
      Target target,
      Variant variant,
      List<DumpWiki.Page> articles,
      BenchOptions options,
      List<ProcessHandle> processes) {
    Act act = variant.act();
    int clients = variant.clients();
    String run = Long.toString(System.nanoTime(), 36);
    OneOperation load =
        new OneOperation(
            act.name(),
            (number, seed) ->
                new Client(
                    target,
                    act,
                    act.writes() ? share(articles, number, clients) : articles,
                    run + "-" + number,
                    seed + number));
    long before = Processors.nanos(processes);
    int millis = options.integer(act == Act.FIRST ? "first-millis" : "millis");
    LoadResult result =
        LoadGenerator.turn(load, clients, Duration.ofMillis(millis), System.nanoTime());
    long nanos = Processors.nanos(processes) - before;
    long done = result.operations().get(0).ok();
    return new Turn(done / result.seconds(), nanos / 1e6 / done);
  }

  private static List<DumpWiki.Page> share(List<DumpWiki.Page> articles, int number, int clients) {
    return IntStream.range(0, articles.size())
        .filter(index -> index % clients == number % clients)
        .mapToObj(articles::get)
        .toList();
  }

  private static void print(Map<Variant, List<List<Turn>>> rates, Report report) {
    boolean compared = rates.values().stream().noneMatch(sides -> sides.get(1).isEmpty());
    boolean processor =
        rates.values().stream()
            .flatMap(sides -> sides.get(1).stream())
            .anyMatch(turn -> turn.processorMillis() > 0);
    List<String> heads = new ArrayList<>(List.of("", "clients", "ours, 1/s", "ours, CPU ms"));
    heads.addAll(compared ? List.of("MediaWiki, 1/s", "ratio") : List.of());
    heads.addAll(processor ? List.of("MediaWiki, CPU ms", "ratio of CPU") : List.of());
    List<List<String>> rows = new ArrayList<>();
    Summary summary = new Summary();
    Optional<Spread> any = Optional.empty();
    for (var entry : rates.entrySet()) {
      Variant variant = entry.getKey();
      List<Turn> our = entry.getValue().get(0);
      List<Turn> their = entry.getValue().get(1);
      Spread rate = Spread.of(our, Turn::perSecond);
      Spread millis = Spread.of(our, Turn::processorMillis);
      List<String> row = new ArrayList<>();
      row.add(variant.act().label);
      row.add(Integer.toString(variant.clients()));
      row.add(rate.text());
      row.add(millis.text());
      String name = variant.act().spelling() + "-" + variant.clients();
      summary.add(name + "-per-second", rate.median());
      summary.add(name + "-processor-millis", millis.median());
      if (compared) {
        Spread ratio = Spread.ofRatios(our, their, Turn::perSecond);
        row.add(Spread.of(their, Turn::perSecond).text());
        row.add(ratio.text());
        summary.add(name + "-ratio", ratio.median());
      }
      if (processor) {
        Spread cost = Spread.ofRatios(their, our, Turn::processorMillis);
        row.add(Spread.of(their, Turn::processorMillis).text());
        row.add(cost.text());
        summary.add(name + "-processor-ratio", cost.median());
      }
      rows.add(row);
      any = Optional.of(rate);
    }
    report.table(Table.of(heads, rows));
    report.text("\n" + any.orElseThrow().legend() + "\n");
    report.end(summary);
  }
}
