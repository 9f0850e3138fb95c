package org.portolan.data.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.data.DataException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store;
import org.portolan.data.history.RandomAddition;
import org.portolan.data.history.RandomDesign;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.design.evolve.NewCounters;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Partitioning;
import org.portolan.design.index.ReadDeltaBuckets;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulationFailure;
import org.portolan.types.ScalarType;

/**
 * Changes the design of a store while its processes go on: the layouts of indexes, an index that
 * comes and goes, the shards of counters, and what is added; the processes know nothing of it.
 */
final class Evolver {
  static final String EXTRA = "document_by_pieces";

  private static final EvolveOptions PATIENT =
      EvolveOptions.DEFAULT.waiting(Duration.ofMinutes(10));

  private final Scheduler scheduler;
  private final Design base;
  private final List<IndexLayout> layouts;
  private final boolean items;
  private final NewCounters counters;

  /**
   * @param base the design with which the store was created
   * @param items whether indexes can be cells
   * @param atomic whether they can be objects
   * @param counters which ones can be added
   */
  Evolver(Scheduler scheduler, Design base, boolean items, boolean atomic, NewCounters counters) {
    this.scheduler = scheduler;
    this.base = base;
    this.items = items;
    this.counters = counters;
    this.layouts = layouts(items, atomic);
  }

  private static List<IndexLayout> layouts(boolean items, boolean atomic) {
    List<IndexLayout> layouts = new ArrayList<>();
    List<Partitioning> simple =
        List.of(new SinglePartition(), new HashedPartitions(2), new HashedPartitions(5));
    if (items) {
      simple.forEach(each -> layouts.add(new IndexLayout(Representation.CELLS, each)));
    }
    if (atomic) {
      simple.forEach(each -> layouts.add(new IndexLayout(Representation.OBJECT, each)));
      layouts.add(new IndexLayout(Representation.OBJECT, new ReadDeltaBuckets(2, 3)));
      layouts.add(
          new IndexLayout(Representation.OBJECT, new OrderedTree(OrderedTree.MEMBERS_LEAST)));
    }
    return layouts;
  }

  /** Returns another design to which a store can be brought. */
  private Design next(Design present, RandomGenerator random) {
    List<EntityDesign> entities = new ArrayList<>();
    Design grown = new RandomAddition(random, items).to(base, present);
    for (EntityDesign entity : grown.entities()) {
      List<IndexDesign> indexes = new ArrayList<>();
      for (IndexDesign index : entity.indexes()) {
        boolean changes = index.name().equals(entity.name() + "_by_attempt");
        indexes.add(changes ? with(index, random) : index);
      }
      if (entity.name().equals(RandomDesign.DOCUMENT) && random.nextBoolean()) {
        indexes.add(
            new IndexDesign(
                EXTRA, List.of(SimulatedDesign.LEFT), List.of(), layout(random), Optional.empty()));
      }
      indexes.removeIf(index -> index.name().contains(RandomAddition.COLUMN));
      entity
          .columns()
          .filter(column -> column.name().startsWith(RandomAddition.COLUMN) && random.nextBoolean())
          .forEach(
              column ->
                  indexes.add(
                      new IndexDesign(
                          entity.name() + "_by_" + column.name(),
                          List.of(column.name()),
                          List.of(),
                          layout(random),
                          Optional.empty())));
      List<CounterDesign> counting = new ArrayList<>();
      entity.counters().forEach(counter -> counting.add(with(counter, random)));
      if (counters != NewCounters.NONE && entity.name().equals(RandomDesign.DOCUMENT)) {
        counting.addAll(more(entity, random));
      }
      entities.add(entity.withDerived(indexes, counting, entity.extremes()));
    }
    return new Design(base.name(), entities);
  }

  /** Returns counters that come and go, also with the columns that they count. */
  private List<CounterDesign> more(EntityDesign entity, RandomGenerator random) {
    List<CounterDesign> more = new ArrayList<>();
    more.add(new CounterDesign(EXTRA + "_all", Optional.empty(), 1 + random.nextInt(4), true));
    more.add(CounterDesign.sum(EXTRA + "_sum", SimulatedDesign.LEFT, 2, false));
    entity
        .columns()
        .filter(
            column ->
                column.name().equals(SimulatedDesign.LEFT)
                    || column.name().startsWith(RandomAddition.COLUMN))
        .filter(column -> column.type() instanceof ScalarType)
        .forEach(
            column ->
                more.add(
                    new CounterDesign(
                        EXTRA + "_" + column.name(),
                        Optional.empty(),
                        Optional.of(column.name()),
                        1,
                        true)));
    if (counters == NewCounters.ANY) {
      entity
          .collections()
          .forEach(
              each ->
                  more.add(
                      new CounterDesign(
                          EXTRA + "_" + each.name(), Optional.of(each.name()), 1, true)));
    }
    more.removeIf(counter -> random.nextBoolean());
    return more;
  }

  private IndexDesign with(IndexDesign index, RandomGenerator random) {
    return new IndexDesign(
        index.name(), index.on(), index.order(), layout(random), Optional.empty());
  }

  /**
   * A counter outside the transactions stays one of few shards, or of many: see {@link
   * DriftingCounters}.
   */
  private static CounterDesign with(CounterDesign counter, RandomGenerator random) {
    if (random.nextBoolean()) {
      return counter;
    }
    boolean many =
        counter.transactional()
            ? random.nextBoolean()
            : counter.shards() >= RandomDesign.SHARDS_MANY;
    return counter.withShards((many ? RandomDesign.SHARDS_MANY : 1) + random.nextInt(5));
  }

  private IndexLayout layout(RandomGenerator random) {
    return layouts.get(random.nextInt(layouts.size()));
  }

  private static Optional<UnderWay> underWay(Engine observer) {
    return StoredDesign.of(observer).evolution().flatMap(EvolutionState::underWay);
  }

  /**
   * Goes on with the change that is under way or gives it up, or begins another one.
   *
   * @param observer reads without faults
   */
  void evolve(Store store, Engine observer, RandomGenerator random) {
    try {
      Optional<UnderWay> begun = underWay(observer);
      begun.ifPresent(change -> scheduler.log().met("evolution: found at " + change.step()));
      if (begun.isEmpty()) {
        Design target = next(StoredDesign.of(observer).design(), random);
        List<String> made = store.evolve(target, PATIENT);
        scheduler.note("evolved: " + made);
        scheduler.log().met(made.isEmpty() ? "evolution: same design" : "evolution: made");
      } else if (isGivenUp(begun.get().step())
          || (!begun.get().step().isTargetInForce() && random.nextInt(3) == 0)) {
        store.cancelEvolution(PATIENT);
        scheduler.note("the change of the design is given up");
        scheduler.log().met("evolution: given up");
      } else {
        scheduler.note("evolved: " + store.evolve(begun.get().target(), PATIENT));
        scheduler.log().met("evolution: completed by another process");
      }
    } catch (EngineException | DataException e) {
      scheduler.note("the change of the design fails: " + e.getMessage());
      scheduler.log().met("evolution: failed");
    }
  }

  private static boolean isGivenUp(Step step) {
    return step == Step.WITHDRAWING || step == Step.WITHDRAWN;
  }

  /** Ends the change that is under way, if there is one. */
  void end(Store store, Engine observer, RandomGenerator random) {
    for (int attempt = 1; underWay(observer).isPresent(); attempt++) {
      evolve(store, observer, random);
      if (attempt == 10) {
        throw new SimulationFailure("the change of the design does not end");
      }
    }
  }
}
