package org.portolan.migrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.ReferenceException;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * Looks, at the end of a copy, for rows that refer to nothing, of entities whose references could
 * not be checked while rows were put: they refer to themselves, or to each other in a ring. Such a
 * row, and what refers to it, is rejected after all, with its items. Used by one thread.
 */
final class LateReferences {
  private static final int PAGE_ROWS = 500;

  private final Store store;
  private final List<TablePlan> tables;
  private final Rejects rejects;

  /** The rows that are rejected, each with its reason. */
  private final Map<Row, String> bad = new LinkedHashMap<>();

  /** How many rows were rejected after all, by table. */
  private final Map<String, Long> rejected = new HashMap<>();

  private record Row(String entity, Tuple key) {}

  LateReferences(Store store, List<TablePlan> tables, Rejects rejects) {
    this.store = store;
    this.tables = tables;
    this.rejects = rejects;
  }

  /** Removes the rows, and returns how many rows of each table were rejected. */
  Map<String, Long> check() {
    List<TablePlan> late =
        tables.stream().filter(table -> table.isRows() && table.lateReferences()).toList();
    boolean found = !late.isEmpty();
    while (found) {
      int before = bad.size();
      late.forEach(this::look);
      found = bad.size() > before;
    }
    // Rows whose references were checked may refer to those.
    bad.forEach((row, reason) -> reject(row, reason));
    remove();
    return rejected;
  }

  /** Adds the rows of a table that refer to nothing, or to rows that are rejected. */
  private void look(TablePlan table) {
    EntityDesign entity = table.entity();
    Set<String> columns = new HashSet<>();
    entity.references().forEach(reference -> columns.addAll(reference.on()));
    entity.key().forEach(column -> columns.remove(column.name()));
    Paging paging = Paging.first(PAGE_ROWS);
    while (true) {
      Slice<EntityRow> page = store.scanStored(entity.name(), new Columns(false, columns), paging);
      for (ReferenceDesign reference : entity.references()) {
        look(entity, reference, page.entries());
      }
      if (page.next().isEmpty()) {
        return;
      }
      paging = paging.following(page);
    }
  }

  private void look(EntityDesign entity, ReferenceDesign reference, List<EntityRow> rows) {
    Map<Tuple, List<EntityRow>> referring = new LinkedHashMap<>();
    for (EntityRow row : rows) {
      Object[] target = reference.on().stream().map(column -> value(entity, row, column)).toArray();
      if (Arrays.stream(target).allMatch(Objects::nonNull)) {
        referring.computeIfAbsent(Tuple.of(target), any -> new ArrayList<>()).add(row);
      }
    }
    List<Tuple> targets = List.copyOf(referring.keySet());
    if (targets.isEmpty()) {
      return;
    }
    List<Optional<EntityRow>> found = store.getAll(reference.to(), targets, Columns.NONE);
    for (int place = 0; place < targets.size(); place++) {
      Tuple target = targets.get(place);
      boolean there =
          found.get(place).isPresent()
              && !bad.containsKey(new Row(reference.to(), found.get(place).get().key()));
      if (!there) {
        for (EntityRow row : referring.get(target)) {
          bad.putIfAbsent(
              new Row(entity.name(), row.key()),
              "refers to the row "
                  + target
                  + " of "
                  + reference.to()
                  + ", which is absent (reference "
                  + reference.name()
                  + ")");
        }
      }
    }
  }

  private static Object value(EntityDesign entity, EntityRow row, String column) {
    List<String> key = entity.key().stream().map(KeyColumn::name).toList();
    int place = key.indexOf(column);
    return place >= 0 ? row.key().get(place) : row.value(column);
  }

  private void reject(Row row, String reason) {
    TablePlan table =
        tables.stream()
            .filter(each -> each.isRows() && each.entity().name().equals(row.entity()))
            .findFirst()
            .orElseThrow();
    store
        .get(row.entity(), row.key(), Columns.ALL)
        .ifPresent(
            stored -> add(table, names(table.entity().key()), row.key(), stored.values(), reason));
    for (CollectionDesign collection : table.entity().collections()) {
      Optional<TablePlan> items =
          tables.stream()
              .filter(each -> each.collection().filter(collection::equals).isPresent())
              .findFirst();
      List<String> key = new ArrayList<>(names(table.entity().key()));
      key.addAll(names(collection.itemKey()));
      items.ifPresent(
          of ->
              Paging.first(PAGE_ROWS).stream(
                      page -> store.items(row.entity(), row.key(), collection.name(), page))
                  .forEach(
                      (Item item) ->
                          add(
                              of,
                              key,
                              row.key().append(item.key()),
                              item.values(),
                              "its owner was rejected: it " + reason)));
    }
  }

  private static List<String> names(List<KeyColumn> key) {
    return key.stream().map(KeyColumn::name).toList();
  }

  private void add(
      TablePlan table,
      List<String> keyNames,
      Tuple key,
      Map<String, Object> values,
      String reason) {
    List<String> names = new ArrayList<>(keyNames);
    List<Object> all = new ArrayList<>(key.values());
    values.forEach(
        (name, value) -> {
          names.add(name);
          all.add(value);
        });
    rejected.merge(table.name(), 1L, Long::sum);
    rejects.add(table.name(), keyNames, "", reason, names, all.toArray());
  }

  /** Deletes the rows: those that nothing refers to first, and rings in one write. */
  private void remove() {
    Set<Row> left = new LinkedHashSet<>(bad.keySet());
    while (!left.isEmpty()) {
      int before = left.size();
      left.removeIf(this::isRemoved);
      if (left.size() == before) {
        store.write(
            transaction -> {
              left.forEach(row -> transaction.delete(row.entity(), row.key()));
              return null;
            });
        return;
      }
    }
  }

  private boolean isRemoved(Row row) {
    try {
      store.write(transaction -> transaction.delete(row.entity(), row.key()));
      return true;
    } catch (ReferenceException e) {
      return false;
    }
  }
}
