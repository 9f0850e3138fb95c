package org.portolan.data.internal.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.portolan.data.DataException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.internal.build.BuildResult;
import org.portolan.data.internal.build.DerivedBuild;
import org.portolan.data.internal.build.Violation;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.design.evolve.IndexStates;
import org.portolan.engine.Engine;

/**
 * What is derived from rows, before and after a change of a store's design.
 *
 * @param before by the old design
 * @param after by the new design
 * @param built what the new design has and the old one has not in the same form
 * @param replaced what the old design has, whose place is taken by something that is built
 */
record DerivedChanges(
    StoreSchema before, StoreSchema after, DerivedParts built, DerivedParts replaced) {

  /** More violations in one message would not help. */
  private static final int SHOWN_MAX = 20;

  /**
   * @param old the design before the change
   * @param state with the slots and generations before the change
   * @param before the old design compiled
   * @param after the new design compiled
   */
  static DerivedChanges of(
      Engine engine,
      Design old,
      EvolutionState state,
      UnderWay change,
      StoreSchema before,
      StoreSchema after) {
    // Names of columns are no difference.
    Design renamed = change.renames().applied(old);
    StoreSchema alike =
        StoreSchema.of(
            renamed,
            engine.capabilities(),
            state.slots().after(old, renamed, change.renames()),
            new IndexStates(state.generations(), List.of(), state.counterStates()));
    DerivedParts built = DerivedParts.missing(after, alike);
    Set<String> tables = built.tables();
    List<IndexSchema> lists = new ArrayList<>();
    List<CounterSchema> counters = new ArrayList<>();
    for (IndexSchema list : before.lists()) {
      DerivedParts own = new DerivedParts(List.of(list), List.of());
      if (own.tables().stream().anyMatch(tables::contains)) {
        lists.add(list);
      }
    }
    for (CounterSchema counter : before.counters()) {
      if (built.counters().stream().anyMatch(other -> other.name().equals(counter.name()))) {
        counters.add(counter);
      }
    }
    return new DerivedChanges(before, after, built, new DerivedParts(lists, counters));
  }

  /** Returns the tables that a build makes anew, forth or back. */
  Set<String> remade() {
    return built.tables();
  }

  /**
   * Builds what the new design has more, and checks it.
   *
   * @return the rows that unique indexes and references do not admit, for people: then nothing is
   *     built
   */
  List<String> build(Engine engine, EvolveOptions options) {
    return run(engine, after, built, options);
  }

  /** Builds again what the old design has, after {@link #build}. */
  void restore(Engine engine, EvolveOptions options) {
    List<String> violations = run(engine, before, replaced, options);
    if (!violations.isEmpty()) {
      throw new DataException(
          "cannot build the old indexes of " + engine.uri() + " again: " + violations);
    }
  }

  private static List<String> run(
      Engine engine, StoreSchema schema, DerivedParts parts, EvolveOptions options) {
    if (parts.isEmpty()) {
      return List.of();
    }
    DerivedBuild build =
        DerivedBuild.of(engine, schema, parts, StoreOptions.DEFAULT.in(options.runtime()));
    BuildResult result = build.run(options.progress());
    if (!result.isBuilt()) {
      return result.violations().stream().limit(SHOWN_MAX).map(Violation::text).toList();
    }
    List<String> findings = new ArrayList<>();
    StoreCheck.Result checked = build.verify(finding -> findings.add(finding.toString()));
    if (!checked.isClean()) {
      throw new DataException(
          "what was built in "
              + engine.uri()
              + " does not fit its rows; is another process writing? Make the change again: "
              + findings);
    }
    return List.of();
  }
}
