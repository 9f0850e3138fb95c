package org.portolan.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.plan.EvolutionFigures;
import org.portolan.data.plan.TargetPlan;
import org.portolan.design.Design;
import org.portolan.design.PortableDesign;
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
          + " to write; what cannot be done, why, and what to do instead. Changes nothing. Exits"
          + " with 1 if something is refused.",
      ""
    },
    mixinStandardHelpOptions = true)
final class EvolveCommand implements Callable<Integer> {
  private static final Duration MEASURE_TIME = Duration.ofSeconds(10);

  @Mixin StoreOption store;

  @Parameters(
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

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    StoreOption.requireStore(store.uri);
    Design read = DesignArgument.read(design);
    EngineProvider engine = Engines.ofUri(store.uri);
    Design given = PortableDesign.concrete(read, engine.capabilities().items());
    List<String> refusals = TargetPlan.of(given, engine).refusals();
    try (Store open = Stores.open(store.uri)) {
      Design stored = open.design();
      Renames renamed = renames(stored, given);
      EvolutionPlan work = EvolutionPlan.of(stored, given, renamed, StoreFigures.NONE, refusals);
      EvolutionFigures.Result measured =
          EvolutionFigures.of(
              open, given, renamed, measured(work), engine, MEASURE_TIME, System::nanoTime);
      EvolutionPlan plan = EvolutionPlan.of(stored, given, renamed, measured.figures(), refusals);
      PrintWriter out = spec.commandLine().getOut();
      out.print(PlanText.of(plan, store.uri, design, measured.looked()));
      out.flush();
      return plan.isPossible() ? 0 : 1;
    }
  }

  private Renames renames(Design stored, Design given) {
    try {
      return Renames.of(renames, stored, given);
    } catch (IllegalArgumentException wrong) {
      throw new ParameterException(spec.commandLine(), wrong.getMessage(), wrong);
    }
  }

  /** Returns the entities whose rows a plan reads or removes, alone or with what they have. */
  private static Set<String> measured(EvolutionPlan plan) {
    return plan.steps().stream()
        .filter(step -> step.way() != Way.AT_ONCE)
        .map(step -> step.change().entity())
        .collect(Collectors.toSet());
  }
}
