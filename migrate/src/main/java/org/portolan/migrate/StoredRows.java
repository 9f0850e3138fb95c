package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.portolan.data.Columns;
import org.portolan.data.ConstraintException;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.NamedValues;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/** The rows of a store that come from one table. Used by one thread. */
final class StoredRows {
  private static final int PAGE_ROWS = 500;
  private static final int REMOVED_AT_ONCE = 10_000;

  private final StoreReader store;
  private final TablePlan plan;
  private final String entity;
  private final Columns columns;

  /** A row, or an item of it. */
  record Stored(Tuple key, Tuple itemKey, Map<String, Object> values) {
    /**
     * Returns a value; null if it is null.
     *
     * @throws MigrateException if the row was read without the column
     */
    Object value(String column) {
      Object value = values.get(column);
      if (value == null && !values.containsKey(column)) {
        throw new MigrateException(
            "column '"
                + column
                + "' was dropped from the design of the store while its rows were being read;"
                + " empty the tables, and bring the rows back by the new design");
      }
      return value;
    }
  }

  StoredRows(StoreReader store, TablePlan plan) {
    this.store = store;
    this.plan = plan;
    this.entity = plan.entity().name();
    Set<String> names = plan.values().stream().map(Field::name).collect(Collectors.toSet());
    this.columns = plan.isItems() ? Columns.NONE : new Columns(false, new HashSet<>(names));
  }

  /** Passes all of them, in the order in which the store has them. */
  void forEach(Consumer<Stored> consumer) {
    Paging.first(PAGE_ROWS).stream(page -> store.scanStored(entity, columns, page))
        .forEach(
            row -> {
              if (plan.isItems()) {
                items(row.key(), consumer);
              } else if (plan.isRows() || isFilled(row.values())) {
                consumer.accept(new Stored(row.key(), Tuple.EMPTY, row.values()));
              }
            });
  }

  private void items(Tuple key, Consumer<Stored> consumer) {
    String collection = plan.collection().orElseThrow().name();
    Paging.first(PAGE_ROWS).stream(page -> store.items(entity, key, collection, page))
        .forEach(item -> consumer.accept(new Stored(key, item.key(), item.values())));
  }

  /**
   * Returns whether a part or a set is there: a row that has none of it may have no source. A part
   * that is an empty set is there, a set without elements is not.
   */
  boolean isFilled(Map<String, Object> values) {
    return isFilled(plan, values);
  }

  /** Returns whether values of a part or a set are more than none. */
  static boolean isFilled(TablePlan plan, Map<String, Object> values) {
    return plan.values().stream()
        .filter(field -> !plan.defaulted().contains(field.name()))
        .map(field -> values.get(field.name()))
        .anyMatch(
            value ->
                value != null
                    && !(plan.isElements() && (value.equals(Set.of()) || value.equals(List.of()))));
  }

  /** Returns the rows or items with the keys of others, each empty if there is none. */
  List<Optional<? extends NamedValues>> find(List<MappedRow> rows) {
    if (plan.isItems()) {
      return rows.stream().<Optional<? extends NamedValues>>map(this::item).toList();
    }
    return found(store, entity, rows.stream().map(MappedRow::key).toList(), columns).stream()
        .<Optional<? extends NamedValues>>map(each -> each)
        .toList();
  }

  private Optional<Item> item(MappedRow row) {
    try {
      return store.item(entity, row.key(), plan.collection().orElseThrow().name(), row.itemKey());
    } catch (IllegalArgumentException | CapabilityException e) {
      return Optional.empty();
    }
  }

  /** Returns rows, each empty if there is none, also because no row may have its key. */
  static List<Optional<EntityRow>> found(
      StoreReader store, String entity, List<Tuple> keys, Columns columns) {
    try {
      return keys.isEmpty() ? List.of() : store.getAll(entity, keys, columns);
    } catch (IllegalArgumentException | CapabilityException e) {
      // A key that is too long for any row.
      return keys.size() == 1
          ? List.of(Optional.empty())
          : keys.stream().map(key -> found(store, entity, List.of(key), columns).get(0)).toList();
    }
  }

  /** Returns whether a store has a row. */
  static boolean has(StoreReader store, String entity, Tuple key) {
    return found(store, entity, List.of(key), Columns.NONE).get(0).isPresent();
  }

  /** Removes a row within a write; returns whether there was one, or perhaps was an item. */
  static boolean remove(StoreTransaction transaction, TablePlan plan, Stored row) {
    String entity = plan.entity().name();
    if (plan.isRows()) {
      return transaction.delete(entity, row.key());
    }
    if (plan.isItems()) {
      String collection = plan.collection().orElseThrow().name();
      transaction.deleteItem(entity, row.key(), collection, row.itemKey());
      return true;
    }
    Map<String, Object> nulls = new HashMap<>();
    plan.values().forEach(field -> nulls.put(field.name(), null));
    return transaction.update(entity, row.key(), nulls);
  }

  /**
   * Removes rows as {@link #remove(Store, TablePlan, List)} does; returns why the store refuses it,
   * if it does.
   */
  static Optional<String> refusedRemoval(Store store, TablePlan plan, List<Stored> rows) {
    try {
      remove(store, plan, rows);
      return Optional.empty();
    } catch (ConstraintException | IllegalArgumentException | IllegalStateException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /** Removes rows that the store has and the database lacks, in one write. */
  static void remove(Store store, TablePlan plan, List<Stored> rows) {
    store.write(
        Durability.BUFFERED,
        transaction -> {
          for (Stored row : rows) {
            boolean unused = remove(transaction, plan, row);
          }
          return null;
        });
  }

  /** Removes all rows of a table, one by one; returns false if the store refuses one of them. */
  static boolean removeAll(Store store, TablePlan plan) {
    while (true) {
      List<Stored> some = new ArrayList<>();
      new StoredRows(store, plan)
          .forEach(
              row -> {
                if (some.size() < REMOVED_AT_ONCE) {
                  some.add(row);
                }
              });
      long refused =
          some.stream()
              .filter(row -> refusedRemoval(store, plan, List.of(row)).isPresent())
              .count();
      if (refused > 0 || some.size() < REMOVED_AT_ONCE) {
        return refused == 0;
      }
    }
  }
}
