package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.data.plan.Trip.Phase;
import org.portolan.design.ReferenceDesign.OnDelete;

/**
 * The steps of one write that references need: the guard rows and targets that it reads, and the
 * guard rows and lists that it changes. Used by one thread, for one write.
 */
final class ReferenceSteps {
  private final boolean repaired;
  private final boolean itemsTogether;
  private final List<Touch> targets = new ArrayList<>();
  private final List<Touch> guards = new ArrayList<>();
  private final List<Touch> entries = new ArrayList<>();
  private final List<Touch> leaves = new ArrayList<>();
  private final List<Touch> guardsOfDeleted = new ArrayList<>();
  private final List<Trip> deletions = new ArrayList<>();

  /**
   * @param itemsTogether whether items in cells change at one moment with the columns of their row
   */
  ReferenceSteps(boolean repaired, boolean itemsTogether) {
    this.repaired = repaired;
    this.itemsTogether = itemsTogether;
  }

  /** Makes a reference. */
  void begin(ReferenceSchema reference) {
    targets.add(Touch.one("the row of " + reference.target().name() + " that it refers to"));
    change(reference);
  }

  /** Ends a reference. */
  void end(ReferenceSchema reference) {
    change(reference);
  }

  private void change(ReferenceSchema reference) {
    guards.add(Touch.one("a guard row of " + reference.name()));
    if (!reference.referrers().cells()) {
      Touch leaf = Touch.one("the leaf of the list of " + reference.name());
      entries.add(leaf);
      leaves.add(leaf);
    } else if (repaired && !itemsTogether) {
      entries.add(Touch.one("a cell of the list of " + reference.name()));
    }
  }

  /** Deletes a row that no other refers to. */
  void deleteTarget(List<ReferenceSchema> referring) {
    for (OnDelete onDelete : List.of(OnDelete.CASCADE, OnDelete.RESTRICT)) {
      List<Touch> rows = new ArrayList<>();
      List<Touch> lists = new ArrayList<>();
      for (ReferenceSchema reference : referring) {
        if (reference.design().onDelete() == onDelete) {
          int shards = reference.design().shards();
          Touch guard = Touch.one("a guard row of " + reference.name());
          rows.addAll(Collections.nCopies(shards, guard));
          if (!reference.referrers().cells()) {
            Touch leaf = Touch.one("the first leaf of the list of " + reference.name());
            lists.addAll(Collections.nCopies(shards, leaf));
          }
        }
      }
      if (repaired && !itemsTogether) {
        // Like items, entries are read after the state of their row.
        add(rows.stream().map(row -> Touch.one("the write state of " + row.what())).toList());
      }
      add(rows);
      add(lists);
      if (repaired) {
        guardsOfDeleted.addAll(rows);
      }
    }
  }

  private void add(List<Touch> reads) {
    if (!reads.isEmpty()) {
      deletions.add(Trip.once(Phase.READ, reads));
    }
  }

  /** Returns the reads of the end of the write, before those of unique values. */
  List<Trip> reads() {
    List<Trip> reads = new ArrayList<>(deletions);
    if (!targets.isEmpty()) {
      if (repaired) {
        reads.add(Trip.once(Phase.READ, guards));
      }
      reads.add(Trip.once(Phase.READ, targets));
    }
    return reads;
  }

  /** Returns the read of guard rows whose states are not known before they change. */
  List<Trip> lastReads() {
    return repaired && targets.isEmpty() && !guards.isEmpty()
        ? List.of(Trip.once(Phase.READ, guards))
        : List.of();
  }

  /** Returns the leaves that are read to be changed. */
  List<Touch> leaves() {
    return leaves;
  }

  /** Returns the guard rows that change. */
  List<Touch> guards() {
    List<Touch> all = new ArrayList<>(guards);
    all.addAll(guardsOfDeleted);
    return all;
  }

  /** Returns the entries of lists that change in other rows than the guard rows. */
  List<Touch> entries() {
    return entries;
  }
}
