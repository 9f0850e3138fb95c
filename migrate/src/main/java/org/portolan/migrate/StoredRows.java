package org.portolan.migrate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.NamedValues;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/** The rows of a store that come from one table. Used by one thread. */
final class StoredRows {
  private static final int PAGE_ROWS = 500;

  private final StoreReader store;
  private final TablePlan plan;
  private final String entity;
  private final Columns columns;

  /** A row, or an item of it. */
  record Stored(Tuple key, Tuple itemKey, Map<String, Object> values) {}

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

  /** Returns whether a part or a set is there: a row that has none of it may have no source. */
  boolean isFilled(Map<String, Object> values) {
    return plan.values().stream()
        .filter(field -> !plan.defaulted().contains(field.name()))
        .map(field -> values.get(field.name()))
        .anyMatch(value -> value != null && !value.equals(Set.of()) && !value.equals(List.of()));
  }

  /** Returns the rows or items with the keys of others, each empty if there is none. */
  List<Optional<? extends NamedValues>> find(List<MappedRow> rows) {
    if (plan.isItems()) {
      String collection = plan.collection().orElseThrow().name();
      return rows.stream()
          .<Optional<? extends NamedValues>>map(
              row -> store.item(entity, row.key(), collection, row.itemKey()))
          .toList();
    }
    List<Optional<EntityRow>> found =
        store.getAll(entity, rows.stream().map(MappedRow::key).toList(), columns);
    return found.stream().<Optional<? extends NamedValues>>map(each -> each).toList();
  }

  /** Removes items, parts or sets that the store has and the database lacks, in one write. */
  static void remove(Store store, TablePlan plan, List<Stored> rows) {
    String entity = plan.entity().name();
    Map<String, Object> nulls = new HashMap<>();
    plan.values().forEach(field -> nulls.put(field.name(), null));
    store.write(
        Durability.BUFFERED,
        transaction -> {
          for (Stored row : rows) {
            if (plan.isItems()) {
              String collection = plan.collection().orElseThrow().name();
              transaction.deleteItem(entity, row.key(), collection, row.itemKey());
            } else {
              boolean unused = transaction.update(entity, row.key(), nulls);
            }
          }
          return null;
        });
  }
}
