package org.portolan.migrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.design.EntityDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.migrate.RowRemoval.Row;
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
  private final LateRejects rejects;
  private final RowRemoval rows;

  /** The rows that are rejected, each with its reason. */
  private final Map<Row, String> bad = new LinkedHashMap<>();

  LateReferences(Store store, List<TablePlan> tables, LateRejects rejects) {
    this.store = store;
    this.tables = tables;
    this.rejects = rejects;
    this.rows = new RowRemoval(store, (referrer, target, reference) -> false);
  }

  /** Rejects the rows and removes them. */
  void check() {
    List<TablePlan> late =
        tables.stream().filter(table -> table.isRows() && table.lateReferences()).toList();
    boolean found = !late.isEmpty();
    while (found) {
      int before = bad.size();
      late.forEach(this::look);
      found = bad.size() > before;
    }
    bad.forEach((row, reason) -> rejects.reject(row.entity(), row.key(), reason));
    remove();
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

  private void look(EntityDesign entity, ReferenceDesign reference, List<EntityRow> page) {
    Map<Tuple, List<EntityRow>> referring = new LinkedHashMap<>();
    for (EntityRow row : page) {
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
              && !bad.containsKey(rows.row(reference.to(), found.get(place).get().key()));
      if (!there) {
        for (EntityRow row : referring.get(target)) {
          bad.putIfAbsent(
              rows.row(entity.name(), row.key()),
              refersTo(rows.row(reference.to(), target), reference.name()));
        }
      }
    }
  }

  private static Object value(EntityDesign entity, EntityRow row, String column) {
    List<String> key = entity.key().stream().map(KeyColumn::name).toList();
    int place = key.indexOf(column);
    return place >= 0 ? row.key().get(place) : row.value(column);
  }

  /** Deletes the rows, and before them what refers to them. */
  private void remove() {
    RowRemoval removal =
        new RowRemoval(
            store,
            (referrer, target, reference) -> {
              // Rows whose references were checked when they were put may refer to those.
              if (!bad.containsKey(referrer)) {
                rejects.reject(referrer.entity(), referrer.key(), refersTo(target, reference));
              }
              return true;
            });
    Map<Row, String> left = removal.delete(bad.keySet());
    if (!left.isEmpty()) {
      throw new MigrateException(
          "cannot remove rows that refer to nothing: " + left.values().iterator().next());
    }
  }

  /** Returns why a row is rejected that refers to one that the store must not have. */
  static String refersTo(Row target, String reference) {
    return "refers to the row "
        + target.key()
        + " of "
        + target.entity()
        + ", which is absent (reference "
        + reference.substring(reference.indexOf('.') + 1)
        + ")";
  }
}
