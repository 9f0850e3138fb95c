package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.plan.Trip.Phase;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.Capabilities;

/** The writes of a design. */
final class WritePlans {
  private static final String AFTER_NEW_ROWS = " of a new row after other new rows";

  private final StoreSchema schema;
  private final Capabilities engine;

  WritePlans(StoreSchema schema, Capabilities engine) {
    this.schema = schema;
    this.engine = engine;
  }

  List<Operation> all() {
    List<Operation> all = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      rows(entity, all);
      for (CollectionSchema collection : entity.collections()) {
        items(collection, all);
      }
    }
    return all;
  }

  private WriteSteps steps() {
    return new WriteSteps(schema.guarantee(), engine);
  }

  private void rows(EntitySchema entity, List<Operation> all) {
    String name = entity.name();
    if (!entity.keyMapping().layout().answersLookup()) {
      all.add(steps().changeRow().as("append of a row", name));
      return;
    }
    if (!entity.isFollowed()) {
      all.add(steps().changeRow().as("put of a row", name));
    } else {
      all.add(creation(steps().readRow(), entity).as("put of a new row", name));
    }
    if (schema.guarantee() == Guarantee.REPAIRED) {
      boolean unique = entity.indexes().stream().anyMatch(index -> index.claims().isPresent());
      all.add(
          creation(steps().takeForNew(), entity)
              .as((unique ? "put" : "put or insert") + AFTER_NEW_ROWS, name));
      if (unique) {
        all.add(creation(steps().insertAsNew(), entity).as("insert" + AFTER_NEW_ROWS, name));
      }
    }
    if (entity.isFollowed()) {
      all.add(replacement(entity));
    }
    if (entity.indexes().stream().anyMatch(index -> !index.columns().isEmpty())) {
      all.add(changed(entity).as("update of every indexed value", name));
    }
    if (!entity.references().isEmpty()) {
      all.add(moved(entity));
    }
    all.add(steps().readRow().changeRow().as("update of columns that no index needs", name));
    all.add(creation(steps().readRow(), entity).as("insert of a row", name));
    all.add(deletion(entity));
    if (entity.isFollowed()) {
      all.add(twoRows(entity));
    }
  }

  private static WriteSteps creation(WriteSteps steps, EntitySchema entity) {
    steps.changeRow();
    entity.indexes().forEach(steps::changeIndex);
    rowCounters(entity).forEach(steps::changeCounter);
    entity.references().forEach(steps.references()::begin);
    return steps;
  }

  /**
   * Shows the cost of changing rows together: one such update alone costs one read and one commit.
   */
  private Operation twoRows(EntitySchema entity) {
    List<Touch> reads = new ArrayList<>(Collections.nCopies(2, Touch.one("the row")));
    for (CollectionSchema collection : entity.collections()) {
      if (collection.storage() == Storage.OBJECT) {
        reads.addAll(Collections.nCopies(2, Touch.one("the object of " + collection.name())));
      } else if (collection.storage() == Storage.TREE) {
        reads.addAll(Collections.nCopies(2, Touch.one("the root of " + collection.name())));
      }
    }
    List<Trip> trips = new ArrayList<>(List.of(Trip.once(Phase.READ, reads)));
    if (schema.guarantee() == Guarantee.ATOMIC) {
      trips.add(Trip.once(Phase.COMMIT, Collections.nCopies(2, Touch.one("the row"))));
    } else {
      trips.add(Trip.once(Phase.COMMIT, List.of(Touch.one("the first row, with its intent"))));
      trips.add(Trip.once(Phase.COMMIT, List.of(Touch.one("the second row, which decides"))));
      trips.add(Trip.once(Phase.APPLY, List.of(Touch.one("the first row, with its new content"))));
      trips.add(
          Trip.once(
              Phase.BACKGROUND, List.of(Touch.one("the second row, with its outbox cleared"))));
    }
    return new Operation(
        "update of two rows read together, no index needs it",
        entity.name(),
        trips,
        Optional.empty());
  }

  /** A put over an existing row that changes every value that an index needs. */
  private Operation replacement(EntitySchema entity) {
    return changed(entity).as("put over a row, every indexed value changed", entity.name());
  }

  private WriteSteps changed(EntitySchema entity) {
    WriteSteps steps = steps().readRow().changeRow();
    for (IndexSchema index : entity.indexes()) {
      if (!index.columns().isEmpty()) {
        steps.changeIndex(index);
      }
    }
    entity.counters().stream()
        .filter(counter -> counter.design().sums().isPresent())
        .forEach(steps::changeCounter);
    return steps;
  }

  /** An update by which a row refers to other rows than before. */
  private Operation moved(EntitySchema entity) {
    WriteSteps steps = steps().readRow().changeRow();
    for (ReferenceSchema reference : entity.references()) {
      steps.references().end(reference);
      steps.references().begin(reference);
    }
    return steps.as("update of every reference", entity.name());
  }

  private Operation deletion(EntitySchema entity) {
    WriteSteps steps = steps().readRow().changeRow();
    for (CollectionSchema collection : entity.collectionsToDelete()) {
      steps.readItems(collection).deleteItems(collection);
    }
    entity.indexes().forEach(steps::changeIndex);
    for (CounterSchema counter : entity.counters()) {
      if (counter.countsRows()) {
        steps.changeCounter(counter);
      } else {
        steps.changeCounterOfItems(counter);
      }
    }
    entity.references().forEach(steps.references()::end);
    steps.references().deleteTarget(entity.referring());
    return steps.as("delete of a row with its items", entity.name());
  }

  private static List<CounterSchema> rowCounters(EntitySchema entity) {
    return entity.counters().stream().filter(CounterSchema::countsRows).toList();
  }

  private void items(CollectionSchema collection, List<Operation> all) {
    String subject = collection.entity().name() + "." + collection.name();
    List<CounterSchema> counters =
        collection.entity().counters().stream()
            .filter(counter -> counter.counts(collection.name()))
            .toList();
    if (collection.storage() == Storage.OBJECT) {
      all.add(put(collection, true, counters).as("put or insert of an item", subject));
    } else if (counters.isEmpty()) {
      all.add(put(collection, true, counters).as("insert of an item", subject));
      all.add(put(collection, false, counters).as("put or add of an item", subject));
    } else {
      all.add(put(collection, true, counters).as("put or insert of an item", subject));
      all.add(put(collection, false, counters).as("add of an item", subject));
    }
    WriteSteps deletion = steps().readItem(collection);
    // An item that lists others may only be deleted if none of these exists.
    collection.listed().forEach(deletion::readItem);
    deletion.changeItem(collection);
    counters.forEach(deletion::changeCounter);
    all.add(deletion.as("delete of an item", subject));
  }

  private WriteSteps put(
      CollectionSchema collection, boolean readFirst, List<CounterSchema> counters) {
    WriteSteps steps = steps();
    if (readFirst) {
      steps.readItem(collection);
    }
    collection.listedBy().ifPresent(steps::readItem);
    steps.changeItem(collection);
    counters.forEach(steps::changeCounter);
    return steps;
  }
}
