package org.portolan.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.Stores;
import org.portolan.data.plan.StoreSample;
import org.portolan.data.plan.TargetPlan;
import org.portolan.design.CostsReader;
import org.portolan.design.Design;
import org.portolan.design.DesignDifferences;
import org.portolan.design.DesignExplanation;
import org.portolan.design.Expectations;
import org.portolan.design.ExpectationsReader;
import org.portolan.design.PortableDesign;
import org.portolan.design.cost.MeasuredCosts;
import org.portolan.design.explain.Page;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.Engines;
import org.portolan.engine.TableScript;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan explain}. */
@Command(
    name = "explain",
    description = {
      "Explains a design: whether it fits each engine, and for a target, on a page, what"
          + " the engine chooses, the guarantee, the round trips of every write and read, the hot"
          + " keys, and what grows without bound. Exits with 1 if the design does not fit a target"
          + " that was named.",
      ""
    },
    mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
  private static final String ALL = "all";
  private static final int LABEL_WIDTH = 12;

  private static final Duration SAMPLE_TIME = Duration.ofSeconds(10);

  @Parameters(
      paramLabel = "DESIGN",
      arity = "0..1",
      description =
          "A design file, or the name of a shipped one: basic, hashed, read-delta, wide-row, tree"
              + " or proposed.")
  String design;

  @Option(
      names = "--store",
      paramLabel = "URI",
      description =
          "Explain the design of this store, on its engine unless --target names others, with the"
              + " lengths and numbers of a sample of its rows. With DESIGN, the file that the store"
              + " was created with, what it leaves to the engine is chosen for each target. Reads"
              + " for at most some 10 seconds.")
  String storeUri;

  @Option(
      names = "--expect",
      paramLabel = "FILE",
      description =
          "A file with the rows that you expect and the lengths of their values, for the estimated"
              + " sizes; docs/design-file.md describes it.")
  Path expect;

  @Option(
      names = "--target",
      split = ",",
      paramLabel = "ENGINE",
      description =
          "The engines for the design: rocksdb, hbase, cassandra, ignite, several with commas, or"
              + " all.")
  List<String> targets;

  @Option(
      names = "--full",
      description =
          "Without a target, the place of all data, and the meaning, cost and source of each"
              + " layout. With targets, also the rows that each round trip of each write and read"
              + " touches on each of them, and the sizes of rows, items and lists.")
  boolean full;

  @Option(
      names = "--ddl",
      description =
          "Print only the tables that a new store creates, in the language of the engine's own"
              + " tools: CQL, commands of hbase shell with the split points, caches for Spring; of"
              + " RocksDB the column families.")
  boolean ddl;

  @Option(
      names = "--uri",
      paramLabel = "URI",
      description =
          "With --ddl: the URI by which the store will be opened, for its name and its options,"
              + " such as rf. Default: a store on this machine that has the name of the design.")
  String uri;

  @Option(
      names = "--costs",
      paramLabel = "FILE",
      description =
          "With one target: also say how long reads and writes take, by costs that 'portolan bench"
              + " calibrate' has measured.")
  Path costs;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    List<EngineProvider> engines = engines();
    if (ddl) {
      return printTables(engines);
    }
    if (uri != null) {
      throw new ParameterException(spec.commandLine(), "--uri belongs to --ddl: give both");
    }
    Source source = storeUri == null ? ofDesign() : ofStore();
    if (engines.isEmpty() && storeUri != null) {
      engines = List.of(Engines.ofUri(storeUri));
    }
    OperationTimes times = times(engines);
    if (engines.size() == 1 || (full && !engines.isEmpty())) {
      Page page = new Page(LABEL_WIDTH);
      boolean fits = true;
      for (EngineProvider engine : engines) {
        fits &= explainOn(engine, source, times, page);
      }
      print(page.text());
      return fits ? 0 : 1;
    }
    if (full) {
      print(DesignExplanation.of(source.design()));
      return 0;
    }
    return compare(engines, source);
  }

  private OperationTimes times(List<EngineProvider> engines) {
    if (costs == null) {
      return OperationTimes.NONE;
    }
    if (engines.size() != 1) {
      throw new ParameterException(
          spec.commandLine(), "--costs is of one engine: name it by --target");
    }
    MeasuredCosts measured = CostsReader.read(costs);
    if (!measured.engine().equals(engines.get(0).scheme())) {
      throw new IllegalArgumentException(
          "cannot use the costs of "
              + costs
              + " for "
              + engines.get(0).scheme()
              + ": they are of "
              + measured.engine()
              + "; calibrate "
              + engines.get(0).scheme());
    }
    return new OperationTimes(Optional.of(measured));
  }

  /**
   * What is explained.
   *
   * @param looked what a sample of a store has looked at; empty without a store
   * @param automatic how the store decides about its automatic layouts
   * @param engine of the store whose own design it is; empty if the design was read from a file
   */
  private record Source(
      Design design,
      Expectations expected,
      List<String> looked,
      List<String> automatic,
      Optional<EngineProvider> engine) {

    /** Returns whether the store has the choice of an engine that chooses otherwise than this. */
    boolean isChosenFor(EngineProvider target) {
      return engine
          .filter(own -> own.capabilities().items() != target.capabilities().items())
          .isPresent();
    }
  }

  /** Returns whether no engine was named, or only this one. */
  private static boolean isOnly(List<EngineProvider> named, EngineProvider engine) {
    return named.stream().allMatch(each -> each.scheme().equals(engine.scheme()));
  }

  private int printTables(List<EngineProvider> named) throws IOException {
    if (storeUri != null || full || expect != null || costs != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--ddl prints tables only: leave out --store, --expect, --costs and --full");
    }
    if (uri != null && !isOnly(named, Engines.ofUri(uri))) {
      throw new ParameterException(
          spec.commandLine(), "--uri names the engine: leave out --target, or name the same");
    }
    Design found = ofDesign().design();
    List<EngineProvider> engines = uri == null ? named : List.of(Engines.ofUri(uri));
    boolean fits = true;
    for (EngineProvider engine : engines.isEmpty() ? Engines.all() : engines) {
      List<String> refusals = TargetPlan.of(found, engine).refusals();
      if (refusals.isEmpty()) {
        Optional<TableScript> script =
            uri == null ? TableScripts.of(found, engine) : TableScripts.of(found, engine, uri);
        script.ifPresent(tables -> print(tables.text()));
      } else {
        fits = false;
        PrintWriter err = spec.commandLine().getErr();
        err.println(engine.scheme() + " refuses the design: " + String.join("; ", refusals));
        err.flush();
      }
    }
    return fits || engines.isEmpty() ? 0 : 1;
  }

  private Source ofDesign() {
    if (design == null) {
      throw new ParameterException(spec.commandLine(), "name a design, or a store by --store");
    }
    Design found = checked();
    Expectations expected =
        expect == null ? Expectations.NONE : ExpectationsReader.read(expect, found);
    return new Source(found, expected, List.of(), List.of(), Optional.empty());
  }

  private Design checked() {
    return DesignArgument.read(design);
  }

  private Source ofStore() {
    if (expect != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--store measures what --expect would tell: leave out one of them; for a store as it will"
              + " be, name its design file and --expect");
    }
    StoreOption.requireStore(storeUri);
    Optional<Design> given = design == null ? Optional.empty() : Optional.of(checked());
    EngineProvider engine = Engines.ofUri(storeUri);
    try (Store store = Stores.open(storeUri)) {
      given.ifPresent(written -> requireSame(store.design(), written, engine));
      boolean ordered = engine.capabilities().keyOrder() != KeyOrder.NONE;
      StoreSample.Result sample = StoreSample.of(store, ordered, SAMPLE_TIME, System::nanoTime);
      return new Source(
          given.orElse(store.design()),
          sample.measured(),
          sample.looked(),
          AutomaticLayouts.of(store),
          given.isPresent() ? Optional.empty() : Optional.of(engine));
    }
  }

  private void requireSame(Design stored, Design written, EngineProvider engine) {
    List<String> differences =
        DesignDifferences.between(
            stored, PortableDesign.concrete(written, engine.capabilities().items()));
    if (!differences.isEmpty()) {
      throw new StoreMismatchException(
          "the store "
              + storeUri
              + " was not created with "
              + design
              + ": "
              + String.join("; ", differences)
              + ". Leave out --store, or the design");
    }
  }

  private boolean explainOn(EngineProvider engine, Source source, OperationTimes times, Page page) {
    TargetPlan plan = TargetPlan.of(source.design(), engine, source.expected());
    page.heading("Design " + source.design().name() + " on " + engine.scheme());
    page.list("measured", source.looked());
    page.list("automatic", source.automatic());
    SummaryText.write(plan, times, page);
    if (!plan.refusals().isEmpty() && source.isChosenFor(engine)) {
      page.say("the store", chosen(source));
    }
    if (plan.refusals().isEmpty()) {
      if (full) {
        TargetText.write(plan, times, page);
      } else {
        page.say("more", "--full lists the rows that each round trip touches, and all sizes");
      }
    }
    return plan.fits();
  }

  /** Returns why a store's own design may be refused elsewhere, and the remedy. */
  private String chosen(Source source) {
    return "keeps what "
        + source.engine().orElseThrow().scheme()
        + " chose where its design file left storages and layouts to the engine; name that file"
        + " too, and each target chooses for itself: portolan explain FILE --store "
        + storeUri
        + " --target ...";
  }

  /** Explains the design on several engines, or on all if none was named. */
  private int compare(List<EngineProvider> named, Source source) {
    Page page = new Page(LABEL_WIDTH);
    page.heading("Design " + source.design().name());
    boolean fits = true;
    boolean chosen = false;
    for (EngineProvider engine : named.isEmpty() ? Engines.all() : named) {
      TargetPlan plan = TargetPlan.of(source.design(), engine, source.expected());
      page.say(engine.scheme(), SummaryText.sentence(plan));
      fits &= plan.fits();
      chosen |= !plan.refusals().isEmpty() && source.isChosenFor(engine);
    }
    if (chosen) {
      page.say("the store", chosen(source));
    }
    page.say(
        "more",
        named.isEmpty()
            ? "--target ENGINE tells what each operation costs there, --full what each layout means"
            : "--target with one engine, or --full, tells what each operation costs there");
    print(page.text());
    return fits || named.isEmpty() ? 0 : 1;
  }

  private void print(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.print(text);
    out.flush();
  }

  /** Returns the engines that were named; empty if none was. */
  private List<EngineProvider> engines() {
    if (targets == null) {
      return List.of();
    }
    List<String> named = targets.stream().map(String::strip).filter(t -> !t.isEmpty()).toList();
    if (named.isEmpty()) {
      throw new ParameterException(spec.commandLine(), "--target names no engine");
    }
    try {
      List<EngineProvider> found =
          named.stream()
              .distinct()
              .filter(name -> !name.equals(ALL))
              .map(Engines::provider)
              .toList();
      return named.contains(ALL) ? Engines.all() : found;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
