package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.NamedValues;
import org.portolan.data.Store;
import org.portolan.migrate.EarlierRanges.Changed;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.types.Tuple;

/**
 * What a migration that resumes does beside copying. Before, it compares the ranges that were
 * copied, and takes from rows of the store the unique values that other rows have by now.
 * Afterwards, it deletes what the database has no more. Only {@link #refused} is thread-safe.
 */
final class SecondPass {
  /** The refused rows whose keys are in memory. */
  private static final int REFUSED_MAX = 200_000;

  private final Migration migration;
  private final Store store;
  private final Checkpoint checkpoint;
  private final LateRejects rejects;
  private final Set<String> unsure = new LinkedHashSet<>();
  private final Map<String, Long> deleted = new HashMap<>();
  private final Map<String, List<MappedRow>> refused = new LinkedHashMap<>();
  private boolean resumes;
  private int refusedCount;

  SecondPass(Migration migration, Store store, Checkpoint checkpoint, Rejects rejects) {
    this.migration = migration;
    this.store = store;
    this.checkpoint = checkpoint;
    this.rejects = new LateRejects(store, migration.plan().tables(), rejects);
  }

  /**
   * Returns the tables of which the store may have rows that the database has no more. The caller
   * may change the set.
   */
  Set<String> unsure() {
    return unsure;
  }

  LateRejects rejects() {
    return rejects;
  }

  /** Returns how many rows were deleted, by table. */
  Map<String, Long> deleted() {
    return deleted;
  }

  /** Finds what has changed since an earlier run, and makes way for it. */
  void prepare(Checkpoint.Header header) {
    resumes = true;
    checkpoint.load();
    List<Changed> changed =
        new EarlierRanges(migration.plan(), migration.source(), checkpoint, migration.throttle())
            .find();
    unsure.addAll(header.finished() ? List.of() : header.unsure());
    unsure.addAll(EarlierRanges.tables(changed));
    // First of all, that rows may be surplus: until they are gone, the ranges do not tell.
    checkpoint.header(migration.begun(unsure));
    changed.forEach(range -> checkpoint.reopen(range.table(), range.number()));
    checkpoint.save();
    migration.plan().tables().stream()
        .filter(table -> unsure.contains(table.name()))
        .forEach(this::makeWay);
  }

  private void makeWay(TablePlan table) {
    Freeing freeing =
        new Freeing(
            store,
            table,
            new Freeing.Events() {
              @Override
              public boolean isRefused(MappedRow row) {
                return migration.contested().parts().refusal(table, row).isPresent();
              }

              @Override
              public void beforeDeletion() {
                // What hangs on the row goes with it, and may be in the database all the same.
                migration.plan().tables().stream()
                    .filter(each -> !each.isRows())
                    .filter(each -> each.entity().name().equals(table.entity().name()))
                    .forEach(checkpoint::reopen);
                checkpoint.save();
              }

              @Override
              public void deleted(Stored row) {
                count(table);
              }
            });
    if (!freeing.isNeeded()) {
      return;
    }
    migration.findContested(table, store);
    freeing.run(migration.sides(table, store), false);
    RangeReader reader =
        new RangeReader(table, migration.source(), migration.throttle(), migration.contested());
    for (KeyRange range : open(table)) {
      RangeReader.Read unused = reader.read(range, 0, RangeReader.output(freeing::change));
      freeing.endChanges();
    }
  }

  /** Returns the ranges that are copied next. */
  private List<KeyRange> open(TablePlan table) {
    List<RangeState> known = checkpoint.ranges(table);
    List<KeyRange> open = new ArrayList<>();
    known.stream()
        .filter(state -> !state.isDone() || state.rejected() > 0)
        .forEach(state -> open.add(state.range()));
    List<Object> low = known.isEmpty() ? List.of() : known.get(known.size() - 1).range().high();
    if (known.isEmpty() || !low.isEmpty()) {
      open.add(new KeyRange(low, List.of(), 0, 1));
    }
    return open;
  }

  private synchronized void count(TablePlan table) {
    deleted.merge(table.name(), 1L, Long::sum);
  }

  /** Remembers a row that was refused: what the store has of it from an earlier run must go. */
  synchronized void refused(TablePlan table, MappedRow row) {
    if (resumes && refusedCount++ < REFUSED_MAX) {
      refused
          .computeIfAbsent(table.name(), any -> new ArrayList<>())
          .add(new MappedRow(row.key(), row.itemKey(), Map.of(), new Object[0], 1, 0));
    }
  }

  /** Deletes what the database has no more, and returns what could not be deleted. */
  List<String> removeSurplus() {
    List<String> notes = new ArrayList<>();
    SurplusRows surplus =
        new SurplusRows(
            migration,
            store,
            rejects,
            (table, key, itemKey, refusal) -> {
              if (refusal.isEmpty()) {
                count(table);
              } else {
                notes.add(
                    "the row "
                        + key.append(itemKey)
                        + " of "
                        + table.name()
                        + " is not in the database, but is still in the store: "
                        + refusal);
              }
            });
    List<TablePlan> tables = migration.plan().tables();
    for (int last = tables.size() - 1; last >= 0; last--) {
      TablePlan table = tables.get(last);
      surplus.delete(table, earlierOfRefused(table));
      if (unsure.contains(table.name())) {
        surplus.delete(table);
      }
    }
    surplus.end();
    return notes;
  }

  private List<Stored> earlierOfRefused(TablePlan table) {
    List<Stored> found = new ArrayList<>();
    StoredRows stored = new StoredRows(store, table);
    for (MappedRow row : refused.getOrDefault(table.name(), List.of())) {
      Optional<? extends NamedValues> there = stored.find(List.of(row)).get(0);
      Tuple key = table.isItems() ? row.itemKey() : row.key();
      if (there.isEmpty()) {
        continue;
      }
      if (!table.isRows() && table.hasCollatedOwner() && !isOwnersSpelling(table, row.key())) {
        // Perhaps of another row, which is equal only under the collation.
        continue;
      }
      boolean keyed = table.isRows() || table.isItems();
      boolean same = keyed ? there.get().key().equals(key) : stored.isFilled(there.get().values());
      if (same) {
        found.add(new Stored(row.key(), row.itemKey(), Map.of()));
      }
    }
    return found;
  }

  private boolean isOwnersSpelling(TablePlan table, Tuple owner) {
    return StoredRows.found(store, table.entity().name(), List.of(owner), Columns.NONE)
        .get(0)
        .filter(row -> row.key().equals(owner))
        .isPresent();
  }
}
