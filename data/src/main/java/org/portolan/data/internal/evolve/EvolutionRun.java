package org.portolan.data.internal.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.DataException;
import org.portolan.data.Evolution.Status;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.UnfinishedLoadException;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.load.LoadMark;
import org.portolan.data.internal.read.SchemaReader;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignWriter;
import org.portolan.design.PortableDesign;
import org.portolan.design.evolve.CounterStates;
import org.portolan.design.evolve.DesignChange;
import org.portolan.design.evolve.DesignDiff;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.design.evolve.IndexStates;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.Slots;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.SchemaMismatchException;
import org.portolan.engine.TableSchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process's part in the change of a store's design.
 *
 * <h2>How it fails</h2>
 *
 * The state in the store says which step is under way, and every step can be repeated from its
 * beginning. So a process that dies at any call leaves a change that the next process completes, or
 * takes back. Each step begins by a replacement of the state, on condition of the state before: if
 * two processes do the same at a time, both make the same calls; if one of them gives the change
 * up, the other one's next replacement fails.
 *
 * <p>Used by one thread.
 */
public final class EvolutionRun {
  private static final Logger LOG = LoggerFactory.getLogger(EvolutionRun.class);

  private final Engine engine;
  private final EngineProvider provider;
  private final EvolveOptions options;
  private final StoreMeta meta;
  private final Processes processes;

  public EvolutionRun(Engine engine, EngineProvider provider, EvolveOptions options) {
    this.engine = engine;
    this.provider = provider;
    this.options = options;
    this.meta = new StoreMeta(engine);
    this.processes = new Processes(engine, options);
  }

  /** As {@link org.portolan.data.Evolution#status}. */
  public Optional<Status> status() {
    return StoredDesign.of(engine)
        .evolution()
        .flatMap(EvolutionState::underWay)
        .map(change -> new Status(change.step().spelling(), change.target(), change.renames()));
  }

  /** As {@link org.portolan.data.Evolution#apply}. */
  public List<String> apply(Design design, Renames renames) {
    Design concrete = PortableDesign.concrete(design, engine.capabilities().items());
    StoredDesign stored = StoredDesign.of(engine);
    Design target = PortableDesign.withPresentLayouts(concrete, stored.design());
    Optional<UnderWay> begun = stored.evolution().flatMap(EvolutionState::underWay);
    requireStopped(stored);
    begun.ifPresent(change -> requireSame(change, target, renames));
    processes.requireTold();
    if (begun.isPresent()) {
      LOG.info(
          "{}: going on with the change of the design, step '{}'",
          engine.uri(),
          begun.get().step().spelling());
      return goOn(stored, stored.evolution().orElseThrow());
    }
    if (DesignDiff.between(stored.design(), target).isEmpty()) {
      renames.requireNoSwap(target);
      return List.of();
    }
    List<DesignChange> changes = DesignDiff.between(stored.design(), target, renames);
    return goOn(stored, begin(stored, target, renames, changes));
  }

  /** Returns the changes that were made, as far as they are known. */
  private List<String> goOn(StoredDesign stored, EvolutionState begun) {
    EvolutionState state = begun;
    UnderWay change = state.underWay().orElseThrow();
    List<String> made = new ArrayList<>();
    if (change.step() == Step.REMOVING) {
      made.add("design '" + change.target().name() + "' is in force");
    } else {
      List<DesignChange> changes =
          DesignDiff.between(stored.design(), change.target(), change.renames());
      changes.forEach(each -> made.addAll(each.differences()));
      if (change.step() == Step.BEGUN) {
        state = look(stored, state, changes);
      }
      state = alter(stored, state);
    }
    remove(state);
    return made;
  }

  /** Refuses a store whose design is being changed while applications go on. */
  private void requireStopped(StoredDesign stored) {
    stored
        .onlineChange()
        .ifPresent(
            change -> {
              throw new StoreMismatchException(
                  "cannot change the stopped store "
                      + engine.uri()
                      + ": it is being changed to the design '"
                      + change.target().name()
                      + "' while applications go on (step '"
                      + change.step().spelling()
                      + "'); go on with that by 'portolan evolve --store "
                      + engine.uri()
                      + " --apply NEW-DESIGN' and the same design"
                      + (change.step().isTargetInForce()
                          ? ""
                          : ", or give it up by 'portolan evolve --store "
                              + engine.uri()
                              + " --cancel'"));
            });
  }

  private void requireSame(UnderWay change, Design target, Renames renames) {
    if (change.step() == Step.CANCELLING) {
      throw EvolutionText.beingGivenUp(engine.uri());
    }
    if (!change.target().equals(target) || !change.renames().equals(renames)) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " is being changed to another design, '"
              + change.target().name()
              + "' (step '"
              + change.step().spelling()
              + "'; 'portolan evolve --store "
              + engine.uri()
              + " --status' prints it): go on with that design and the same renames"
              + (change.step().isTargetInForce() ? "" : ", or cancel it"));
    }
  }

  private EvolutionState begin(
      StoredDesign stored, Design target, Renames renames, List<DesignChange> changes) {
    // Refuses a design that breaks a rule.
    String unused = DesignWriter.write(target);
    ChangeCheck.require(engine.uri(), changes, stored.slots(), renames, target);
    if (stored.isBeforeSessions(Guarantee.of(engine.capabilities()))) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " has format "
              + stored.format()
              + ", of a release without sessions; open it once with this release, which upgrades"
              + " it");
    }
    if (new LoadMark(meta, options.runtime()).stands()) {
      throw new UnfinishedLoadException(engine.uri());
    }
    StoreSchema before = stored.schema(engine);
    StoredCollations.require(engine, before);
    Slots slots = stored.slots().after(stored.design(), target, renames);
    Map<String, Integer> generations =
        stored
            .evolution()
            .map(state -> state.generationsKept(stored.design(), target))
            .orElse(Map.of());
    StoreSchema after = after(target, slots, generations, CounterStates.NONE);
    after.needs().requireOf(engine);
    requireNewTables(stored, generations, after);
    TableChanges tables = TableChanges.of(engine, before, after);
    tables.created().forEach(provider::checkOptions);
    UnderWay change = new UnderWay(Step.BEGUN, target, renames, tables.removals(), generations);
    EvolutionState next =
        stored
            .evolution()
            .map(state -> state.beginning(change))
            .orElseGet(() -> new EvolutionState(1, stored.slots(), Optional.of(change)));
    replace(stored.evolution(), next);
    return next;
  }

  /**
   * @param counters those that are built have no remainders: they are set by the difference to
   *     their values
   */
  private StoreSchema after(
      Design target, Slots slots, Map<String, Integer> generations, CounterStates counters) {
    IndexStates states = new IndexStates(generations, List.of(), counters);
    return StoreSchema.of(target, engine.capabilities(), slots, states);
  }

  /** Refuses a new part whose table would be that of an index which loses its generation. */
  private void requireNewTables(StoredDesign stored, Map<String, Integer> kept, StoreSchema after) {
    Map<String, Integer> before =
        stored.evolution().map(EvolutionState::generations).orElse(Map.of());
    before.forEach(
        (index, generation) -> {
          String table = IndexStates.table(index, generation);
          if (!kept.containsKey(index)
              && after.tables().stream().anyMatch(other -> other.name().equals(table))) {
            throw new IllegalArgumentException(
                "cannot change the store "
                    + engine.uri()
                    + " to the design '"
                    + after.design().name()
                    + "': index '"
                    + index
                    + "' has the table '"
                    + table
                    + "', which a new part would have too; drop the index by an evolution of its"
                    + " own, or give the part another name");
          }
        });
  }

  private void replace(Optional<EvolutionState> before, EvolutionState after) {
    if (!EvolutionText.replace(meta, before, after)) {
      throw EvolutionText.overtaken(engine.uri());
    }
  }

  private EvolutionState next(EvolutionState before, EvolutionState after) {
    replace(Optional.of(before), after);
    return after;
  }

  /** Settles all rows, and refuses the change if some break a rule of the new design. */
  private EvolutionState look(
      StoredDesign stored, EvolutionState state, List<DesignChange> changes) {
    // Before anything else: a release that does not know of evolutions must not open the store.
    meta.write(StoreMeta.FORMAT, Integer.toString(StoredDesign.EVOLVED));
    StoreSchema before = stored.schema(engine);
    try {
      processes.settle(before);
    } catch (DataException e) {
      next(state, state.ended(state.slots()));
      throw e;
    }
    UnderWay change = state.underWay().orElseThrow();
    List<String> violations =
        new RuleScan(new SchemaReader(before, new Access(engine, null)), change.renames())
            .violations(changes);
    if (!violations.isEmpty()) {
      next(state, state.ended(state.slots()));
      throw refused(change, "values of columns", violations);
    }
    return next(state, state.at(Step.ALTERING, state.slots()));
  }

  /** Brings the tables into the form of the new design, and then the design into force. */
  private EvolutionState alter(StoredDesign stored, EvolutionState state) {
    UnderWay change = state.underWay().orElseThrow();
    StoreSchema before = stored.schema(engine);
    Slots slots = state.slots().after(stored.design(), change.target(), change.renames());
    Map<String, Long> remainders =
        state.remaindersKept(change.renames().applied(stored.design()), change.target());
    StoreSchema after =
        after(
            change.target(),
            slots,
            change.nextGenerations(),
            new CounterStates(Map.of(), remainders));
    DerivedChanges derived =
        DerivedChanges.of(engine, stored.design(), state, change, before, after);
    List<String> violations;
    try {
      TableChanges.of(engine, before, after).add(derived.remade());
      StoredCollations.write(meta, after);
      violations = derived.build(engine, options);
    } catch (CapabilityException | SchemaMismatchException e) {
      throw TableChanges.refused(engine, change.target().name(), e);
    }
    if (!violations.isEmpty()) {
      withdraw(stored, next(state, state.at(Step.CANCELLING, state.slots())));
      throw refused(change, "two of them exclude each other, or lack another", violations);
    }
    return next(state, state.at(Step.REMOVING, slots).with(remainders));
  }

  private DataException refused(UnderWay change, String reason, List<String> rows) {
    return new DataException(
        "cannot change the store "
            + engine.uri()
            + " to the design '"
            + change.target().name()
            + "', because rows break its rules ("
            + reason
            + "); nothing was changed: "
            + String.join("; ", rows));
  }

  /** Writes the new design, and removes what only the old one had. */
  private void remove(EvolutionState state) {
    UnderWay change = state.underWay().orElseThrow();
    StoredDesign.write(meta, DesignWriter.write(change.target()), state.epoch());
    TableChanges.remove(engine, change.removals());
    next(state, state.ended(state.slots()));
    LOG.info("{} has the design '{}' now", engine.uri(), change.target().name());
  }

  /** As {@link org.portolan.data.Evolution#cancel}. */
  public boolean cancel() {
    StoredDesign stored = StoredDesign.of(engine);
    Optional<UnderWay> begun = stored.evolution().flatMap(EvolutionState::underWay);
    if (begun.isEmpty()) {
      return false;
    }
    requireStopped(stored);
    UnderWay change = begun.get();
    if (change.step() == Step.REMOVING) {
      throw new StoreMismatchException(
          "cannot cancel the change of "
              + engine.uri()
              + ": the design '"
              + change.target().name()
              + "' is in force already; complete the change with 'portolan evolve --store "
              + engine.uri()
              + " --apply NEW-DESIGN' and the same design, then change the design back");
    }
    processes.requireTold();
    EvolutionState state = stored.evolution().orElseThrow();
    if (change.step() != Step.CANCELLING) {
      boolean altered = change.step() == Step.ALTERING;
      state =
          next(
              state,
              altered ? state.at(Step.CANCELLING, state.slots()) : state.ended(state.slots()));
    }
    if (state.underWay().isPresent()) {
      withdraw(stored, state);
    }
    return true;
  }

  private void withdraw(StoredDesign stored, EvolutionState state) {
    UnderWay change = state.underWay().orElseThrow();
    StoreSchema before = stored.schema(engine);
    Slots changed = state.slots().after(stored.design(), change.target(), change.renames());
    StoreSchema after =
        after(change.target(), changed, change.nextGenerations(), CounterStates.NONE);
    TableChanges.remove(engine, TableChanges.of(engine, before, after).additions());
    DerivedChanges.of(engine, stored.design(), state, change, before, after)
        .restore(engine, options);
    List<TableSchema> tables = engine.tables();
    Slots slots =
        state
            .slots()
            .withdrawing(
                changed,
                (entity, part) -> TableChanges.columns(tables, before.tableOf(entity, part), part));
    next(state, state.ended(slots));
  }
}
