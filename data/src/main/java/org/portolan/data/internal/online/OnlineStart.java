package org.portolan.data.internal.online;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.data.EvolveOptions;
import org.portolan.data.UnfinishedLoadException;
import org.portolan.data.internal.evolve.EvolutionWay;
import org.portolan.data.internal.evolve.StoredCollations;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.load.LoadMark;
import org.portolan.data.internal.process.Guarding;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignWriter;
import org.portolan.design.evolve.DesignChange;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.design.evolve.IndexStates;
import org.portolan.design.evolve.OnlineChanges;
import org.portolan.design.evolve.OnlineChanges.Refusal;
import org.portolan.design.evolve.Renames;
import org.portolan.engine.Engine;
import org.portolan.engine.Engines;
import org.portolan.engine.TableSchema;

/** The beginning of a change of a design that is made while applications go on. */
record OnlineStart(Engine engine, EvolveOptions options) {

  /**
   * Returns the state with which a change begins, and writes what must be there before.
   *
   * @param awaited waits until every process works by the state before
   * @throws IllegalArgumentException if the change cannot be made while applications go on
   * @throws UnfinishedLoadException if a load of the store was interrupted
   */
  EvolutionState state(
      StoredDesign stored, Design target, List<DesignChange> changes, Runnable awaited) {
    // Refuses a design that breaks a rule.
    String unused = DesignWriter.write(target);
    OnlineChanges online =
        OnlineChanges.between(stored.design(), target, Renames.NONE)
            .on(EvolutionWay.newCounters(engine.capabilities()));
    if (!online.isPossible()) {
      throw new IllegalArgumentException(
          "cannot change the design of "
              + engine.uri()
              + " while applications go on: "
              + online.refusals().stream().map(Refusal::line).collect(Collectors.joining("; "))
              + "; stop them, and make the change with 'portolan evolve --apply'");
    }
    if (!engine.capabilities().local() && !Guarding.isShared(engine)) {
      throw new IllegalArgumentException(
          "cannot change the design of "
              + engine.uri()
              + " while applications go on, since the writes of its processes have no guards: stop"
              + " them, turn guards on with 'portolan evolve --guards on --stopped', and start them"
              + " again; or make the change while they are stopped");
    }
    if (new LoadMark(new StoreMeta(engine), options.runtime()).stands()) {
      throw new UnfinishedLoadException(engine.uri());
    }
    Set<String> tables =
        engine.tables().stream().map(TableSchema::name).collect(Collectors.toSet());
    long epoch = stored.epoch() + 1;
    Map<String, Integer> generations =
        online.nextGenerations(epoch, stored.indexStates().generations(), tables);
    StoreSchema after =
        StoreSchema.of(
            target,
            engine.capabilities(),
            stored.slots().after(stored.design(), target, Renames.NONE),
            new IndexStates(generations, List.of()));
    after.needs().requireOf(engine);
    after.tables().stream()
        .filter(table -> !tables.contains(table.name()) && !table.options().isEmpty())
        .forEach(table -> Engines.ofUri(engine.uri()).checkOptions(table));
    StoredCollations.require(engine, stored.schema(engine));
    awaited.run();
    StoredCollations.write(new StoreMeta(engine), after);
    Map<String, Integer> shards = online.shards();
    UnderWay change =
        new UnderWay(
            first(online, changes),
            target,
            Renames.NONE,
            List.of(),
            generations,
            shards,
            online.adds(),
            online.drops(),
            online.counts());
    CounterShards counters = new CounterShards(engine, options.runtime());
    Map<String, Long> remainders =
        counters.beginning(
            stored.schema(engine),
            shards,
            stored.evolution().map(EvolutionState::remainders).orElse(Map.of()));
    if (tables.contains(CounterSchema.TABLE)) {
      remainders = counters.without(after, newCounters(changes), remainders);
    }
    EvolutionState begun =
        stored
            .evolution()
            .map(state -> state.beginning(change))
            .orElseGet(() -> new EvolutionState(epoch, stored.slots(), Optional.of(change)))
            .with(remainders);
    return online.uniqueAdded().isEmpty() ? begun : begun.withUniqueGenerations();
  }

  private static Step first(OnlineChanges online, List<DesignChange> changes) {
    if (online.adds()) {
      return Step.PREPARING;
    }
    return changes.stream().anyMatch(OnlineStart::adds) ? Step.ANNOUNCED : Step.SWITCHED;
  }

  /** Returns the counters that are added, also those of entities that are. */
  private static Set<String> newCounters(List<DesignChange> changes) {
    Set<String> names = new HashSet<>();
    for (DesignChange change : changes) {
      if (change instanceof DesignChange.EntityAdded added) {
        added.design().counters().stream().map(CounterDesign::name).forEach(names::add);
      } else if (change instanceof DesignChange.CounterAdded added) {
        names.add(added.counter().name());
      }
    }
    return names;
  }

  /** Returns whether processes must know what a change adds before any of them writes it. */
  private static boolean adds(DesignChange change) {
    return change instanceof DesignChange.IndexAdded
        || change instanceof DesignChange.IndexChanged
        || change instanceof DesignChange.CounterAdded
        || (change instanceof DesignChange.CounterChanged counter
            && counter.after().shards() > counter.before().shards());
  }
}
