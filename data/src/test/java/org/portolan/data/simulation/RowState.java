package org.portolan.data.simulation;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.data.history.Model;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.types.Tuple;

/**
 * A row with its items as one attempt left it.
 *
 * @param number the number of the attempt, which the row itself carries; 0 if there is no row
 */
record RowState(
    long number, Optional<Model.ModelRow> row, Map<String, Map<Tuple, Map<String, Object>>> items) {
  static final RowState ABSENT = new RowState(0, Optional.empty(), Map.of());

  /** Returns the state of a row in a model. */
  static RowState of(Model model, EntityDesign entity, Tuple key, long number) {
    Model.ModelRow row = model.rows(entity.name()).get(key);
    if (row == null) {
      return ABSENT;
    }
    Map<String, Map<Tuple, Map<String, Object>>> items = new TreeMap<>();
    for (CollectionDesign collection : entity.collections()) {
      items.put(collection.name(), new TreeMap<>(model.items(entity, collection.name(), key)));
    }
    return new RowState(number, Optional.of(row), items);
  }

  /** Puts this state into a model. */
  void load(Model model, EntityDesign entity, Tuple key) {
    model.clear(entity, key);
    row.ifPresent(
        found -> {
          model.put(entity, found.key(), found.values());
          items.forEach((collection, all) -> model.items(entity, collection, key).putAll(all));
        });
  }
}
