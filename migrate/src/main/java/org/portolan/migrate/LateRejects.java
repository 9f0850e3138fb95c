package org.portolan.migrate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * Rows that were written and are rejected after all, with whatever hangs on them: items, parts and
 * elements. Each gets a line in the file of rejects, with the values of the store. Deletes nothing.
 * Used by one thread.
 */
final class LateRejects {
  private static final int PAGE_ROWS = 500;

  private final Store store;
  private final List<TablePlan> tables;
  private final Rejects rejects;
  private final Map<String, Long> counts = new HashMap<>();

  LateRejects(Store store, List<TablePlan> tables, Rejects rejects) {
    this.store = store;
    this.tables = tables;
    this.rejects = rejects;
  }

  /** Returns how many rows were rejected after all, by table. */
  Map<String, Long> counts() {
    return counts;
  }

  /** Rejects a row of an entity and what hangs on it. */
  void reject(String entity, Tuple key, String reason) {
    Optional<EntityRow> stored = store.get(entity, key, Columns.ALL);
    if (stored.isEmpty()) {
      return;
    }
    tables.stream()
        .filter(table -> table.isRows() && table.entity().name().equals(entity))
        .findFirst()
        .ifPresent(
            table ->
                add(
                    table,
                    names(table.entity().key()),
                    stored.get().key(),
                    stored.get().values(),
                    reason));
    rejectDependents(entity, stored.get(), "its owner was rejected: it " + reason);
  }

  /** Returns whether anything may hang on rows of an entity. */
  boolean hasDependents(String entity) {
    return tables.stream()
        .anyMatch(table -> !table.isRows() && table.entity().name().equals(entity));
  }

  /** Rejects what hangs on a row that the store must not have. */
  void rejectDependents(String entity, EntityRow row, String reason) {
    for (TablePlan table : tables) {
      if (table.isRows() || !table.entity().name().equals(entity)) {
        continue;
      }
      List<String> key = new ArrayList<>(names(table.entity().key()));
      if (table.isItems()) {
        key.addAll(names(table.collection().orElseThrow().itemKey()));
        String collection = table.collection().orElseThrow().name();
        Paging.first(PAGE_ROWS).stream(page -> store.items(entity, row.key(), collection, page))
            .forEach(item -> add(table, key, row.key().append(item.key()), item.values(), reason));
      } else if (new StoredRows(store, table).isFilled(row.values())) {
        parts(table, key, row, reason);
      }
    }
  }

  private void parts(TablePlan table, List<String> key, EntityRow row, String reason) {
    Map<String, Object> values = new HashMap<>();
    table.values().forEach(field -> values.put(field.name(), row.value(field.name())));
    if (!table.isElements()) {
      add(table, key, row.key(), values, reason);
      return;
    }
    String column = table.values().get(0).name();
    for (Object element : (Collection<?>) values.get(column)) {
      add(table, key, row.key(), Map.of(column, element), reason);
    }
  }

  private static List<String> names(List<KeyColumn> key) {
    return key.stream().map(KeyColumn::name).toList();
  }

  private void add(
      TablePlan table, List<String> keyNames, Tuple key, Map<String, Object> values, String why) {
    List<String> names = new ArrayList<>(keyNames);
    List<Object> all = new ArrayList<>(key.values());
    values.forEach(
        (name, value) -> {
          names.add(name);
          all.add(value);
        });
    counts.merge(table.name(), 1L, Long::sum);
    rejects.add(table.name(), keyNames, "", why, names, all.toArray());
  }
}
