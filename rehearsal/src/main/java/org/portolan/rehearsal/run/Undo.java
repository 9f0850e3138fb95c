package org.portolan.rehearsal.run;

import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.shape.Shape;
import org.portolan.data.Store;
import org.portolan.design.ReferenceDesign;
import org.portolan.engine.Durability;
import org.portolan.rehearsal.layout.Layout;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.rehearsal.plan.Plan;
import org.portolan.rehearsal.sample.SampleRows;
import org.portolan.types.Tuple;

/** Gives a store the rows again with which it was filled. */
final class Undo {
  private final Layout layout;
  private final SampleRows sample;
  private final StoreFill fill;
  private final Store store;
  private final Map<String, Map<Tuple, Row>> byKey = new HashMap<>();

  Undo(Layout layout, SampleRows sample, StoreFill fill, Store store) {
    this.layout = layout;
    this.sample = sample;
    this.fill = fill;
    this.store = store;
  }

  /** Undoes what a statement has written. */
  void undo(List<Writes.Written> written) {
    boolean deleted = false;
    for (Writes.Written one : written) {
      TablePlace place = one.place();
      TablePlace owner = owner(place);
      Row row = rows(owner).get(one.hit().key());
      store.write(
          Durability.BUFFERED,
          transaction -> {
            transaction.leaveReferencesUnchecked();
            if (!place.collection().isEmpty()) {
              transaction.deleteItem(
                  place.entity().name(), one.hit().key(), place.collection(), one.hit().itemKey());
            }
            if (row == null) {
              transaction.delete(place.entity().name(), one.hit().key());
            } else {
              fill.put(transaction, owner, row);
            }
            return null;
          });
      deleted |= one.expected().isEmpty() && !(place.shape() instanceof Shape.Owned);
    }
    if (deleted) {
      cascaded(written);
    }
  }

  /** Puts the rows again that a deletion has deleted with those that they refer to. */
  private void cascaded(List<Writes.Written> written) {
    Set<String> entities = new LinkedHashSet<>();
    written.forEach(one -> entities.add(one.place().entity().name()));
    boolean more = true;
    while (more) {
      more = false;
      for (TablePlace place : layout.all()) {
        boolean refers =
            place.entity().references().stream()
                .anyMatch(
                    reference ->
                        reference.onDelete() == ReferenceDesign.OnDelete.CASCADE
                            && entities.contains(reference.to()));
        if (refers && !(place.shape() instanceof Shape.Owned)) {
          more |= entities.add(place.entity().name());
          fill.fill(store, place);
        }
      }
    }
  }

  private TablePlace owner(TablePlace place) {
    return place.shape() instanceof Shape.Owned owned
        ? layout.find(owned.owner()).orElseThrow()
        : place;
  }

  private Map<Tuple, Row> rows(TablePlace place) {
    return byKey.computeIfAbsent(
        place.name(),
        any -> {
          Map<Tuple, Row> rows = new HashMap<>();
          sample.of(place.name()).forEach(row -> rows.put(fill.keyOf(place, row), row));
          return rows;
        });
  }

  /**
   * Returns how many times rows go with others: those that refer to rows which are deleted, by
   * references that delete them, then those that refer to these, and so on.
   */
  int cascades(TablePlace target, Set<Tuple> keys) {
    return cascades(target, keys, Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private int cascades(TablePlace target, Set<Tuple> keys, Set<Row> before) {
    keys.forEach(key -> before.add(rows(target).get(key)));
    int deepest = 0;
    for (TablePlace place : layout.all()) {
      if (place.shape() instanceof Shape.Owned) {
        continue;
      }
      for (ReferenceDesign reference : place.entity().references()) {
        if (reference.onDelete() == ReferenceDesign.OnDelete.CASCADE
            && reference.to().equals(target.entity().name())) {
          List<String> columns = reference.on().stream().map(name -> source(place, name)).toList();
          Set<Tuple> gone = new LinkedHashSet<>();
          rows(place)
              .forEach(
                  (key, row) -> {
                    if (keys.contains(TablePlace.values(row, columns)) && !before.contains(row)) {
                      gone.add(key);
                    }
                  });
          deepest = Math.max(deepest, gone.isEmpty() ? 0 : 1 + cascades(place, gone, before));
        }
      }
    }
    return deepest;
  }

  /** Returns the rows that a statement would better not delete, because others refer to them. */
  Set<Row> referred(Plan plan, List<Integer> order) {
    Set<Row> referred = Collections.newSetFromMap(new IdentityHashMap<>());
    if (order.isEmpty()) {
      return referred;
    }
    TableUse use = plan.path().tables().get(order.get(0));
    TablePlace target = layout.find(use.table()).orElseThrow();
    if (use.role() != TableUse.Role.DELETED || target.shape() instanceof Shape.Owned) {
      return referred;
    }
    Map<Tuple, Row> rows = rows(target);
    for (TablePlace place : layout.all()) {
      if (place.shape() instanceof Shape.Owned) {
        continue;
      }
      for (ReferenceDesign reference : place.entity().references()) {
        if (!reference.to().equals(target.entity().name())) {
          continue;
        }
        List<String> columns = reference.on().stream().map(name -> source(place, name)).toList();
        sample
            .of(place.name())
            .forEach(
                row -> {
                  Row to = rows.get(TablePlace.values(row, columns));
                  if (to != null) {
                    referred.add(to);
                  }
                });
      }
    }
    return referred;
  }

  private static String source(TablePlace place, String name) {
    return place.columns().entrySet().stream()
        .filter(column -> column.getValue().name().equals(name))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow();
  }
}
