package org.portolan.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.data.Evolution;
import org.portolan.data.EvolveOptions;
import org.portolan.data.EvolvePace;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.UnfinishedEvolutionException;
import org.portolan.data.plan.EvolutionFigures;
import org.portolan.data.plan.TargetPlan;
import org.portolan.design.Design;
import org.portolan.design.DesignWriter;
import org.portolan.design.PortableDesign;
import org.portolan.design.evolve.DesignDiff;
import org.portolan.design.evolve.EvolutionPlan;
import org.portolan.design.evolve.PlanText;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.StoreFigures;
import org.portolan.design.evolve.Way;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.Engines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan evolve}. */
@Command(
    name = "evolve",
    description = {
      "Compares the design of a store with a new one and prints the plan: what changes at once,"
          + " what is built from the rows, what is removed, with the rows to read and the entries"
          + " to write; what cannot be done, why, and what to do instead. Changes nothing without"
          + " --apply. Exits with 1 if something is refused.",
      ""
    },
    mixinStandardHelpOptions = true)
final class EvolveCommand implements Callable<Integer> {
  private static final Duration MEASURE_TIME = Duration.ofSeconds(10);
  private static final String YIELD = "yield";
  private static final String NOTHING_UNDER_WAY = "No change of the design is under way.";

  @Mixin StoreOption store;

  @Parameters(
      arity = "0..1",
      paramLabel = "NEW-DESIGN",
      description =
          "The file of the new design, or the name of a shipped one: basic, hashed, read-delta,"
              + " wide-row, tree or proposed.")
  String design;

  @Option(
      names = "--rename",
      paramLabel = "ENTITY.OLD=NEW",
      description =
          "A column that has another name in the new design, so that it keeps its values; of items"
              + " ENTITY.COLLECTION.OLD=NEW. Repeat it for each column.")
  List<String> renames = List.of();

  @Option(
      names = "--apply",
      description =
          "Make the change, or go on with the same change if it was interrupted. If the plan says"
              + " that it is possible on line, applications go on (not on RocksDB, where no other"
              + " process can have the store open). Otherwise no other process may have the store"
              + " open; none can open it meanwhile.")
  boolean apply;

  @Option(
      names = "--cancel",
      description =
          "Give up a change that was interrupted, unless the new design is in force already.")
  boolean cancel;

  @Option(names = "--status", description = "Print the change that is under way.")
  boolean status;

  @Option(
      names = "--stopped",
      description =
          "Say that no other process has the store open, so that indexes are built by the engine's"
              + " bulk way. Needed on Ignite for changes that are not made on line: it does not"
              + " show who has the store open.")
  boolean stopped;

  @Option(
      names = "--rate",
      paramLabel = "ROWS|yield",
      description =
          "While applications go on: look at so many rows and entries in a second at most, or give"
              + " way to the applications (default: as many as possible).")
  String rate;

  @Option(
      names = "--guards",
      paramLabel = "on|off",
      description =
          "Of a store on Ignite: whether the processes at it guard their writes, so that indexes"
              + " can change while applications go on. Each write then reads one record more. End"
              + " all processes before, and say so by --stopped.")
  String guards;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    StoreOption.requireStore(store.uri);
    if (Stream.of(apply, cancel, status, guards != null).filter(each -> each).count() > 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--apply, --cancel, --status and --guards exclude each other; give one of them");
    }
    OptionalLong steady = rowsPerSecond();
    if (guards != null) {
      boolean on = guards.equals("on");
      if (!on && !guards.equals("off")) {
        throw new ParameterException(
            spec.commandLine(), "--guards is 'on' or 'off', not '" + guards + "'");
      }
      boolean changed = Evolution.guard(store.uri, on, options());
      say("Writes have " + (on ? "" : "no ") + "guards" + (changed ? " now." : " already."));
      return 0;
    }
    if (cancel) {
      boolean given = Evolution.cancel(store.uri, options());
      say(given ? "The change is given up; the store has its old design." : NOTHING_UNDER_WAY);
      return 0;
    }
    if (status) {
      say(Evolution.status(store.uri).map(this::underWay).orElse(NOTHING_UNDER_WAY));
      return 0;
    }
    if (design == null) {
      throw new ParameterException(spec.commandLine(), "Missing required parameter: 'NEW-DESIGN'");
    }
    Design read = DesignArgument.read(design);
    EngineProvider engine = Engines.ofUri(store.uri);
    Design given = PortableDesign.concrete(read, engine.capabilities().items());
    List<String> refusals = TargetPlan.of(given, engine).refusals();
    Planned planned;
    try {
      planned = plan(given, engine, refusals, steady);
    } catch (UnfinishedEvolutionException begun) {
      if (!apply) {
        throw begun;
      }
      return goOn(read, Evolution.status(store.uri).orElseThrow(() -> begun));
    }
    EvolutionPlan plan = planned.plan();
    if (!plan.isPossible()) {
      return 1;
    }
    boolean begun = plan.isEmpty() && apply && Evolution.status(store.uri).isPresent();
    if (apply && (begun || !plan.isEmpty())) {
      Evolution.apply(store.uri, plan.given(), plan.renames(), options(planned.figures()));
      say("\nThe store has the design " + given.name() + " now.");
    }
    return 0;
  }

  private Integer goOn(Design given, Evolution.Status begun) {
    say("Going on with the change to the design " + begun.target().name() + ".");
    Evolution.apply(store.uri, given, begun.renames(), options());
    say("The store has the design " + begun.target().name() + " now.");
    return 0;
  }

  private String underWay(Evolution.Status change) {
    return "A change to the design "
        + change.target().name()
        + " is under way (step '"
        + change.step()
        + "'). Go on with 'portolan evolve --store "
        + store.uri
        + " --apply NEW-DESIGN', NEW-DESIGN being this one, or give it up with --cancel:\n\n"
        + DesignWriter.write(change.target()).stripTrailing();
  }

  private EvolveOptions options() {
    return options(StoreFigures.NONE);
  }

  /** Returns the options, with the numbers of rows for the lines of the progress. */
  private EvolveOptions options(StoreFigures figures) {
    Map<String, Long> rows = new HashMap<>();
    figures.rows().forEach((entity, units) -> rows.put("rows of " + entity, units.number()));
    EvolveOptions options =
        EvolveOptions.DEFAULT
            .telling(new StepProgress("evolve", rows, spec.commandLine().getErr()))
            .paced(pace());
    return stopped ? options.whileStopped() : options;
  }

  private EvolvePace pace() {
    if (rate == null) {
      return EvolvePace.FULL;
    }
    return rate.equals(YIELD) ? EvolvePace.YIELDING : EvolvePace.ofRows(rows());
  }

  private long rows() {
    try {
      long rows = Long.parseLong(rate);
      if (rows >= 1) {
        return rows;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new ParameterException(
        spec.commandLine(), "--rate is a number of rows from 1, or 'yield', not '" + rate + "'");
  }

  /** Returns the rows that are looked at in a second; empty if the pace is none of a number. */
  private OptionalLong rowsPerSecond() {
    return pace() instanceof EvolvePace.Rows steady
        ? OptionalLong.of(steady.perSecondMax())
        : OptionalLong.empty();
  }

  private void say(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text);
    out.flush();
  }

  /** A plan, and what it was made of. */
  private record Planned(EvolutionPlan plan, StoreFigures figures) {}

  private Planned plan(
      Design given, EngineProvider engine, List<String> refusals, OptionalLong steady) {
    try (Store open = Stores.open(store.uri)) {
      Design stored = open.design();
      Renames renamed = renames(stored, given);
      EvolutionPlan work = EvolutionPlan.of(stored, given, renamed, StoreFigures.NONE, refusals);
      EvolutionFigures.Result measured =
          EvolutionFigures.of(
              open, given, renamed, measured(work), engine, MEASURE_TIME, System::nanoTime);
      EvolutionPlan plan =
          EvolutionPlan.of(stored, given, renamed, measured.figures(), refusals)
              .on(Evolution.newCounters(engine.capabilities()));
      PrintWriter out = spec.commandLine().getOut();
      out.print(PlanText.of(plan, store.uri, design, measured.looked(), steady));
      out.flush();
      return new Planned(plan, measured.figures());
    }
  }

  private Renames renames(Design stored, Design given) {
    boolean same = DesignDiff.between(stored, given).isEmpty();
    Renames read;
    try {
      read = Renames.of(renames, stored, given);
    } catch (IllegalArgumentException wrong) {
      if (same) {
        // The store has the new names already: somebody repeats a command that has ended.
        return Renames.NONE;
      }
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
    if (same) {
      read.requireNoSwap(stored);
    }
    return read;
  }

  /** Returns the entities whose rows a plan reads or removes, alone or with what they have. */
  private static Set<String> measured(EvolutionPlan plan) {
    return plan.steps().stream()
        .filter(step -> step.way() != Way.AT_ONCE)
        .map(step -> step.change().entity())
        .collect(Collectors.toSet());
  }
}
