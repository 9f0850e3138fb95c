package org.portolan.migrate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreLoad;
import org.portolan.data.StoreTransaction;
import org.portolan.design.CollectionDesign;

/** The tables whose rows go into the store by its load, if there is one. Thread-safe. */
final class TableLoads {
  private final Optional<StoreLoad> load;
  private final Set<TablePlan> loadable;

  /**
   * @param load of the store, if it is empty and nobody else uses it
   * @param plans of all tables
   */
  TableLoads(Optional<StoreLoad> load, List<TablePlan> plans) {
    this.load = load;
    this.loadable = load.isPresent() ? loadable(load.get(), plans) : Set.of();
  }

  /**
   * Returns the tables whose rows and items no other table writes, so that none of them can be
   * there twice, and the parts that fill columns of their own. Elements, and other parts, change
   * what is there.
   */
  private static Set<TablePlan> loadable(StoreLoad load, List<TablePlan> plans) {
    Map<List<String>, List<TablePlan>> byPlace = new HashMap<>();
    for (TablePlan plan : plans) {
      if (plan.isRows() || plan.isItems()) {
        String collection = plan.collection().map(CollectionDesign::name).orElse("");
        byPlace
            .computeIfAbsent(List.of(plan.entity().name(), collection), any -> new ArrayList<>())
            .add(plan);
      }
    }
    Set<TablePlan> loadable = new HashSet<>();
    byPlace.forEach(
        (place, writing) -> {
          if (writing.size() == 1
              && (place.get(1).isEmpty() || load.takesItems(place.get(0), place.get(1)))) {
            loadable.add(writing.get(0));
          }
        });
    for (TablePlan plan : plans) {
      if (plan.isPart() && plan.isRowByRow() && fills(load, plan, plans)) {
        loadable.add(plan);
      }
    }
    return loadable;
  }

  private static boolean fills(StoreLoad load, TablePlan part, List<TablePlan> plans) {
    Set<String> columns = columns(part);
    return load.takesColumns(part.entity().name(), columns)
        && plans.stream()
            .filter(other -> !other.equals(part) && !other.isItems())
            .filter(other -> other.entity().name().equals(part.entity().name()))
            .allMatch(other -> Collections.disjoint(columns(other), columns));
  }

  private static Set<String> columns(TablePlan plan) {
    return plan.values().stream().map(Field::name).collect(Collectors.toSet());
  }

  /** Returns whether rows of a table are loaded. */
  boolean take(TablePlan plan) {
    return loadable.contains(plan);
  }

  /**
   * Returns whether these rows of a table are loaded. A null instead of a default is a second
   * change of its row, which a load does not make.
   */
  boolean take(TablePlan plan, List<MappedRow> rows) {
    return take(plan) && rows.stream().allMatch(row -> row.nulls(plan.defaulted()).isEmpty());
  }

  /** Loads rows that the load {@linkplain #take(TablePlan, List) takes}. */
  void write(TablePlan plan, List<MappedRow> rows) {
    String entity = plan.entity().name();
    if (plan.isPart()) {
      load.orElseThrow()
          .fill(entity, rows.stream().map(row -> new EntityRow(row.key(), row.values())).toList());
    } else {
      load.orElseThrow().write(entity, transaction -> load(transaction, plan, rows));
    }
  }

  private static void load(StoreTransaction transaction, TablePlan plan, List<MappedRow> rows) {
    if (plan.lateReferences()) {
      transaction.leaveReferencesUnchecked();
    }
    String entity = plan.entity().name();
    for (MappedRow row : rows) {
      if (plan.isItems()) {
        String collection = plan.collection().orElseThrow().name();
        transaction.addItem(entity, row.key(), collection, row.itemKey(), row.values());
      } else {
        transaction.put(entity, row.key(), row.values());
      }
    }
  }

  void flush() {
    load.ifPresent(StoreLoad::flush);
  }
}
