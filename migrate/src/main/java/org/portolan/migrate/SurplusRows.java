package org.portolan.migrate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.ConstraintException;
import org.portolan.data.Store;
import org.portolan.migrate.RowRemoval.Row;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.types.Tuple;

/**
 * Deletes what the store has and the database lacks, of table after table: items before their rows,
 * and rows before those that they refer to. A row that others refer to waits, and is tried again at
 * the end, when all surplus rows are known. In memory are the keys of the rows that {@link
 * TwoSides} reads at a time, and of the rows that wait. Used by one thread.
 */
final class SurplusRows {
  private static final int BATCH_ROWS = 100;

  private final Migration migration;
  private final Store store;
  private final LateRejects rejects;
  private final Outcome outcome;
  private final RowRemoval removal;

  /** The rows that others refer to, each with its table. */
  private final Map<Row, TablePlan> waiting = new LinkedHashMap<>();

  /** The rows that are being deleted. */
  private final Set<Row> known = new HashSet<>();

  private boolean last;

  /** Is told what became of each surplus row. */
  interface Outcome {
    /**
     * Takes a row that was surplus.
     *
     * @param refusal why it is still there; empty if it was deleted
     */
    void of(TablePlan table, Tuple key, Tuple itemKey, String refusal);
  }

  /**
   * @param rejects takes what refers to deleted rows or hangs on them, and is in the database all
   *     the same; null to leave such rows, and those that they refer to
   */
  SurplusRows(Migration migration, Store store, LateRejects rejects, Outcome outcome) {
    this.migration = migration;
    this.store = store;
    this.rejects = rejects;
    this.outcome = outcome;
    this.removal = new RowRemoval(store, this::mayGo);
  }

  private boolean mayGo(Row referrer, Row target, String reference) {
    if (known.contains(referrer) || waiting.containsKey(referrer)) {
      return true;
    }
    if (last && rejects != null) {
      rejects.reject(referrer.entity(), referrer.key(), LateReferences.refersTo(target, reference));
      return true;
    }
    return false;
  }

  /** Deletes the surplus rows of a table. To be called in the reverse order of the plan. */
  void delete(TablePlan table) {
    TwoSides sides = migration.sides(table, store);
    BitSet differing = sides.sum(row -> {});
    sides.inParts(
        differing,
        some -> {
          List<Stored> surplus = new ArrayList<>();
          sides.read(
              some,
              new TwoSides.Rows() {
                @Override
                public void surplus(Stored row) {
                  surplus.add(new Stored(row.key(), row.itemKey(), Map.of()));
                }
              });
          delete(table, surplus);
        });
  }

  /** Deletes rows of a table. */
  void delete(TablePlan table, List<Stored> surplus) {
    if (table.isRows()) {
      rows(table, surplus.stream().map(Stored::key).toList());
      return;
    }
    for (int from = 0; from < surplus.size(); from += BATCH_ROWS) {
      others(table, surplus.subList(from, Math.min(surplus.size(), from + BATCH_ROWS)));
    }
  }

  private void rows(TablePlan table, List<Tuple> keys) {
    String entity = table.entity().name();
    List<Row> rows = keys.stream().map(key -> removal.row(entity, key)).toList();
    if (rejects != null && rejects.hasDependents(entity)) {
      // What hangs on them now is in the database: the rest of it was deleted before.
      keys.forEach(
          key ->
              store
                  .get(entity, key, Columns.ALL)
                  .ifPresent(
                      row ->
                          rejects.rejectDependents(
                              entity,
                              row,
                              "its owner, the row " + key + " of " + entity + ", is absent")));
    }
    known.addAll(rows);
    Map<Row, String> refused = removal.delete(rows);
    known.clear();
    for (Row row : rows) {
      if (refused.containsKey(row)) {
        waiting.put(row, table);
      } else {
        outcome.of(table, row.key(), Tuple.EMPTY, "");
      }
    }
  }

  private void others(TablePlan table, List<Stored> rows) {
    try {
      StoredRows.remove(store, table, rows);
      rows.forEach(row -> outcome.of(table, row.key(), row.itemKey(), ""));
    } catch (ConstraintException e) {
      if (rows.size() > 1) {
        rows.forEach(row -> others(table, List.of(row)));
      } else {
        outcome.of(table, rows.get(0).key(), rows.get(0).itemKey(), e.getMessage());
      }
    }
  }

  /** Deletes the rows that wait. */
  void end() {
    Map<Row, String> refused = again();
    if (!refused.isEmpty() && rejects != null) {
      // All surplus rows are known, so whatever refers to these is in the database.
      last = true;
      refused = again();
    }
    refused.forEach((row, reason) -> outcome.of(waiting.get(row), row.key(), Tuple.EMPTY, reason));
    waiting.clear();
  }

  private Map<Row, String> again() {
    Map<Row, String> refused = removal.delete(List.copyOf(waiting.keySet()));
    waiting
        .entrySet()
        .removeIf(
            each -> {
              boolean gone = !refused.containsKey(each.getKey());
              if (gone) {
                outcome.of(each.getValue(), each.getKey().key(), Tuple.EMPTY, "");
              }
              return gone;
            });
    return refused;
  }
}
