package org.portolan.data.survival;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.history.Model;
import org.portolan.data.history.RandomValues;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.index.IndexChanges;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.Claims;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.CounterDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/**
 * Damages the derived data of a store, bypassing the data layer: every index and every list of
 * referring rows loses an entry and gets an entry without a row, and every counter becomes wrong.
 */
final class RandomDamage {
  private static final int COUNTED_WRONG_MAX = 5;

  private final StoreUnderTest store;
  private final StoreSchema schema;
  private final Random random;
  private final RandomValues values;

  RandomDamage(StoreUnderTest store, Random random) {
    this.store = store;
    this.schema = new StoreSchema(store.design(), store.observer().guarantee());
    this.random = random;
    this.values = new RandomValues(random);
  }

  /** Damages a store that is in a given state; every design has something to damage. */
  void inflict(Model state) {
    Engine engine = store.network().store();
    IndexChanges changes = new IndexChanges();
    List<Mutation> mutations = new ArrayList<>();
    for (EntityDesign entity : state.design().entities()) {
      for (IndexDesign index : entity.indexes()) {
        lose(state, entity, schema.index(index.name()), changes, mutations);
        invent(state, entity, schema.index(index.name()), changes, mutations);
      }
      for (ExtremeDesign extreme : entity.extremes()) {
        if (extreme.layout().isPresent()) {
          IndexSchema list = schema.extreme(extreme.name()).index();
          lose(state, entity, list, changes, mutations);
          invent(state, entity, list, changes, mutations);
        }
      }
      for (ReferenceSchema reference : schema.entity(entity.name()).references()) {
        lose(state, entity, reference.referrers(), changes, mutations);
        invent(state, entity, reference.referrers(), changes, mutations);
      }
      for (CounterDesign counter : entity.counters()) {
        mutations.add(countWrong(schema.counter(counter.name())));
      }
    }
    mutations.addAll(
        changes.mutations(
            new Access(engine, null), Integer.MAX_VALUE, new ArrayList<>(), new Random(1)));
    engine.mutateAll(mutations.stream().map(this::versioned).toList(), Durability.BUFFERED);
  }

  private Mutation versioned(Mutation mutation) {
    if (schema.guarantee() == Guarantee.ATOMIC) {
      return mutation;
    }
    Mutation versioned = mutation.at(store.clock().millis());
    // The lists of referring rows are items of their guard rows: an engine like Cassandra changes
    // items on no condition.
    boolean columns = mutation.changes().stream().noneMatch(RandomDamage::ofItems);
    return schema.isGuard(mutation.table()) && columns
        ? versioned.on(stateOf(mutation).condition())
        : versioned;
  }

  private static boolean ofItems(Change change) {
    return change instanceof Change.PutItem || change instanceof Change.DeleteItem;
  }

  /** Returns the write state of the row, on condition of which all its changes are made. */
  private WriteState stateOf(Mutation mutation) {
    Get get = Get.of(mutation.table(), mutation.key(), WriteState.READ);
    return WriteState.of(store.network().store().get(List.of(get)).get(0));
  }

  private void lose(
      Model state,
      EntityDesign entity,
      IndexSchema index,
      IndexChanges changes,
      List<Mutation> mutations) {
    List<IndexEntry> entries = new ArrayList<>();
    state
        .rows(entity.name())
        .values()
        .forEach(row -> entries.addAll(index.entries(row.key(), row.values())));
    if (!entries.isEmpty()) {
      put(index, entries.get(random.nextInt(entries.size())), false, changes, mutations);
    }
  }

  private static void put(
      IndexSchema index,
      IndexEntry entry,
      boolean listed,
      IndexChanges changes,
      List<Mutation> mutations) {
    if (index.claims().isEmpty()) {
      changes.put(index, entry, listed);
      return;
    }
    Tuple owner = index.keyOf(entry.member(), entry.originals());
    mutations.add(
        Claims.mutation(index, entry.value(), listed ? Optional.of(owner) : Optional.empty()));
  }

  private void invent(
      Model state,
      EntityDesign entity,
      IndexSchema index,
      IndexChanges changes,
      List<Mutation> mutations) {
    Tuple key = values.key(entity.key());
    if (!state.rows(entity.name()).containsKey(key)) {
      index.entries(key, values.row(entity)).stream()
          .findFirst()
          .ifPresent(entry -> put(index, entry, true, changes, mutations));
    }
  }

  private Mutation countWrong(CounterSchema counter) {
    long delta = (1L + random.nextInt(COUNTED_WRONG_MAX)) * (random.nextBoolean() ? 1 : -1);
    Tuple shard = counter.anyShard(random);
    if (!counter.hasReceipts()) {
      return Mutation.of(CounterSchema.TABLE, shard, new Change.Add(CounterSchema.FAMILY, delta));
    }
    Tuple receipt = Tuple.of(store.clock().millis(), random.nextLong(), 0);
    return Mutation.of(
        CounterSchema.TABLE,
        shard,
        new Change.PutItem(CounterSchema.CHANGES, receipt, List.of(delta)));
  }
}
