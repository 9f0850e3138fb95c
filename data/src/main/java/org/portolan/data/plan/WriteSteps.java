package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Paging;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.read.ListedRows;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.plan.Touch.Unit;
import org.portolan.data.plan.Trip.Phase;
import org.portolan.data.plan.Trip.Times;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.TransactionScope;

/**
 * The steps of one write of one row, as the store would make them, combined to round trips. Used by
 * one thread, for one write.
 */
final class WriteSteps {
  private static final String OF_TREES =
      "more where a leaf is split or merged, and where inner nodes are not remembered";

  private final Guarantee guarantee;

  /** Whether items in cells change at one moment with the columns of their row. */
  private final boolean itemsTogether;

  private final AtomicAdd ability;
  private final List<Trip> reads = new ArrayList<>();
  private final Set<String> objectsRead = new HashSet<>();
  private final List<Touch> bucketsToRead = new ArrayList<>();
  private final List<Touch> unique = new ArrayList<>();
  private final List<Touch> inCommit = new ArrayList<>();
  private final List<Touch> after = new ArrayList<>();
  private final List<String> cellsDeleted = new ArrayList<>();
  private final List<Touch> later = new ArrayList<>();
  private final ReferenceSteps references;
  private boolean treeRead;
  private boolean stateRead;
  private boolean takenForNew;
  private boolean inserted;
  private boolean rowChanged;

  WriteSteps(Guarantee guarantee, Capabilities engine) {
    this.guarantee = guarantee;
    this.itemsTogether = engine.transactions() != TransactionScope.COLUMNS;
    this.ability = engine.atomicAdd();
    this.references = new ReferenceSteps(repaired(), itemsTogether);
  }

  /** Returns the steps that references need. */
  ReferenceSteps references() {
    return references;
  }

  private boolean repaired() {
    return guarantee == Guarantee.REPAIRED;
  }

  private void read(Touch touch) {
    reads.add(Trip.once(Phase.READ, List.of(touch)));
  }

  WriteSteps readRow() {
    read(Touch.one("the row"));
    stateRead = true;
    return this;
  }

  /** Takes the row for new, so that nothing of it is read. */
  WriteSteps takeForNew() {
    stateRead = true;
    takenForNew = true;
    return this;
  }

  /** As {@link #takeForNew}, for a row that is inserted. */
  WriteSteps insertAsNew() {
    inserted = true;
    return takeForNew();
  }

  /**
   * Returns whether nothing is read of unique values. A row that is put must be seen to be new, by
   * this read or an earlier one.
   */
  private boolean areValuesTakenForNew() {
    return takenForNew && (inserted || !references.reads().isEmpty());
  }

  /**
   * Under REPAIRED, a write needs the state of a row before it changes the row, or reads its items
   * to change them.
   */
  private void readState() {
    if (repaired() && !stateRead) {
      read(Touch.one("the write state of the row"));
      stateRead = true;
    }
  }

  private void readStateBefore(CollectionSchema collection) {
    if (collection.storage() == Storage.ROWS || !itemsTogether) {
      readState();
    }
    stateRead = true;
  }

  WriteSteps readItem(CollectionSchema collection) {
    if (collection.storage() == Storage.OBJECT) {
      readObject(collection);
    } else if (collection.storage() == Storage.TREE) {
      readLeaf(collection);
    } else {
      readStateBefore(collection);
      read(Touch.one("the item of " + collection.name()));
    }
    return this;
  }

  private void readObject(CollectionSchema collection) {
    if (objectsRead.add(collection.name())) {
      read(Touch.one("the object of " + collection.name()));
    }
  }

  private void readLeaf(CollectionSchema collection) {
    if (objectsRead.add(collection.name())) {
      readTree(Touch.one("the leaf of " + collection.name()));
    }
  }

  private void readTree(Touch touch) {
    reads.add(Trip.atLeastOnce(Phase.READ, List.of(touch), OF_TREES));
  }

  /** Reads all items of a collection, to delete them. */
  WriteSteps readItems(CollectionSchema collection) {
    String name = collection.name();
    Optional<CollectionSchema> lister = collection.listedBy();
    if (collection.storage() == Storage.OBJECT) {
      readObject(collection);
    } else if (collection.storage() == Storage.TREE) {
      readTree(Touch.one("the nodes of " + name + ", level by level"));
    } else if (collection.storage() == Storage.CELLS) {
      readStateBefore(collection);
      perItems(Touch.one("cells of " + name), name, Paging.LIMIT_MAX, false, true);
    } else if (lister.isEmpty()) {
      readStateBefore(collection);
      perItems(Touch.of("rows of " + name, Unit.ITEM, name), name, Paging.LIMIT_MAX, false, true);
    } else {
      String by = lister.get().name();
      readStateBefore(collection);
      if (ListedRows.isByObject(collection)) {
        readObject(lister.get());
      } else {
        String parts = lister.get().storage() == Storage.TREE ? "leaves of " : "cells of ";
        perItems(Touch.one(parts + by), by, ListedRows.ROWS_MAX, true, true);
      }
      Touch rows = Touch.of("rows of " + name + " under the keys of " + by, Unit.ITEM, by);
      perItems(rows, by, ListedRows.ROWS_MAX, false, false);
    }
    return this;
  }

  private void perItems(
      Touch touch, String collection, int size, boolean endsSeen, boolean atLeastOnce) {
    Times times = new Times.PerItems(collection, size, endsSeen, atLeastOnce);
    reads.add(new Trip(Phase.READ, List.of(touch), times));
  }

  WriteSteps changeRow() {
    rowChanged = true;
    return this;
  }

  /** Changes one item. */
  WriteSteps changeItem(CollectionSchema collection) {
    if (collection.storage() == Storage.OBJECT) {
      inCommit.add(Touch.one("the object of " + collection.name()));
    } else if (collection.storage() == Storage.TREE) {
      Touch leaf = Touch.one("the leaf of " + collection.name());
      inCommit.add(leaf);
      if (objectsRead.add(collection.name())) {
        bucketsToRead.add(leaf);
        treeRead = true;
      }
    } else if (collection.storage() == Storage.ROWS) {
      following().add(Touch.one("the item of " + collection.name()));
    } else if (repaired() && !itemsTogether) {
      after.add(Touch.one("the item of " + collection.name()));
    } else {
      rowChanged = true;
    }
    return this;
  }

  /** Deletes all items. */
  WriteSteps deleteItems(CollectionSchema collection) {
    String name = collection.name();
    if (collection.storage() == Storage.OBJECT) {
      inCommit.add(Touch.of("the object of " + name, Unit.ANY_ITEM, name));
    } else if (collection.storage() == Storage.TREE) {
      inCommit.add(Touch.of("the nodes of " + name, Unit.ANY_ITEM, name));
    } else if (collection.storage() == Storage.ROWS) {
      following().add(Touch.of("rows of " + name, Unit.ITEM, name));
    } else if (repaired() && !itemsTogether) {
      cellsDeleted.add(name);
    }
    return this;
  }

  /** Returns the list for changes of other rows than the one that is written. */
  private List<Touch> following() {
    return repaired() ? after : inCommit;
  }

  WriteSteps changeIndex(IndexSchema index) {
    if (index.claims().isPresent()) {
      unique.add(Touch.of("the row of a value of " + index.name(), Unit.ENTRY, index.name()));
      return this;
    }
    int buckets = index.partitioning().writeConcurrency();
    String kind =
        index.tree().isPresent()
            ? "leaf"
            : index.partitioning().deltaBuckets() > 0 ? "delta bucket" : "bucket";
    String bucket = buckets == 1 ? "the " + kind : "1 of " + buckets + " " + kind + "s";
    Touch touch =
        Touch.of(
            index.withinEntity()
                ? "a cell of " + index.name() + " in a row of " + index.table()
                : (index.cells() ? "a cell of " + index.name() + " in " : "")
                    + (index.cells() ? bucket : bucket + " of " + index.name()),
            Unit.ENTRY,
            index.name());
    following().add(touch);
    if (!index.cells()) {
      bucketsToRead.add(touch);
      treeRead |= index.tree().isPresent();
    }
    if (index.hasDeltas()) {
      later.add(Touch.one("now and then a merge of the buckets of " + index.name()));
    }
    return this;
  }

  WriteSteps changeCounter(CounterSchema counter) {
    return change(counter, Touch.one(shard(counter)));
  }

  /** Changes a counter if the collection that it counts has any item. */
  WriteSteps changeCounterOfItems(CounterSchema counter) {
    String counted = counter.design().collection().orElseThrow();
    return change(counter, Touch.of(shard(counter), Unit.ANY_ITEM, counted));
  }

  private WriteSteps change(CounterSchema counter, Touch touch) {
    boolean inTransaction = !repaired() && counter.joinsTransactions(ability);
    (inTransaction ? inCommit : after).add(touch);
    return this;
  }

  private static String shard(CounterSchema counter) {
    int shards = counter.shards().size();
    return "counter " + counter.name() + (shards == 1 ? "" : " (1 of " + shards + " shards)");
  }

  /**
   * Adds the commit, and what follows it; with unique values or guard rows it is one of several
   * rows, of which the row decides.
   */
  private void commitWith(List<Touch> others, List<Touch> commit, List<Trip> trips) {
    List<Touch> apply = new ArrayList<>();
    if (repaired() && !others.isEmpty()) {
      trips.add(Trip.once(Phase.COMMIT, with(others, ", with its intent")));
      apply.addAll(with(others, ", with its new content"));
    } else {
      commit.addAll(others);
    }
    trips.add(Trip.once(Phase.COMMIT, commit));
    apply.addAll(after);
    if (!apply.isEmpty()) {
      trips.add(Trip.once(Phase.APPLY, apply));
    }
  }

  private static List<Touch> with(List<Touch> touches, String suffix) {
    return touches.stream()
        .map(touch -> new Touch(touch.what() + suffix, touch.unit(), touch.parts()))
        .toList();
  }

  /** Returns the write with all its round trips. */
  Operation as(String name, String subject) {
    readState();
    if (!cellsDeleted.isEmpty()) {
      String cells = "the row's cells of " + String.join(", ", cellsDeleted);
      after.add(0, new Touch(cells, Unit.ANY_ITEM, cellsDeleted));
    }
    List<Touch> others = new ArrayList<>(unique);
    others.addAll(references.guards());
    if (!repaired()) {
      inCommit.addAll(references.entries());
    }
    bucketsToRead.addAll(references.leaves());
    treeRead |= !references.leaves().isEmpty();
    List<Trip> trips = new ArrayList<>(reads);
    trips.addAll(references.reads());
    if (!unique.isEmpty() && !areValuesTakenForNew()) {
      // This shows, too, whether a row taken for new is new.
      trips.add(Trip.once(Phase.READ, unique));
    }
    trips.addAll(references.lastReads());
    if (!bucketsToRead.isEmpty()) {
      trips.add(
          treeRead
              ? Trip.atLeastOnce(Phase.READ, bucketsToRead, OF_TREES)
              : Trip.once(Phase.READ, bucketsToRead));
    }
    List<Touch> commit = new ArrayList<>();
    if (rowChanged || repaired()) {
      commit.add(
          Touch.one(
              repaired() && !(after.isEmpty() && others.isEmpty())
                  ? "the row, with its outbox"
                  : "the row"));
    }
    commit.addAll(inCommit);
    commitWith(others, commit, trips);
    if (repaired() && !references.entries().isEmpty()) {
      // Derived changes of a row that is only locked, here a guard row, follow its roll-forward.
      trips.add(Trip.once(Phase.APPLY, references.entries()));
    }
    if (repaired() && !(after.isEmpty() && others.isEmpty())) {
      later.add(Touch.one("the row, with its outbox cleared"));
    }
    if (!later.isEmpty()) {
      trips.add(Trip.once(Phase.BACKGROUND, later));
    }
    return new Operation(name, subject, trips, Optional.empty());
  }
}
