package org.portolan.design.evolve;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.types.Column;

/**
 * What an application knows that the design of the store does not have any more: a use of it fails.
 * Immutable.
 *
 * @param places of entities, collections, columns, and of indexes and counters
 */
public record DroppedParts(Set<List<String>> places) {
  public DroppedParts {
    places = Set.copyOf(places);
  }

  /**
   * @param known the design that the application knows
   * @param inForce the design of the store
   */
  static DroppedParts of(Design known, Design inForce) {
    Set<List<String>> places = places(known);
    places.removeAll(places(inForce));
    return new DroppedParts(places);
  }

  private static Set<List<String>> places(Design design) {
    Set<List<String>> places = new HashSet<>();
    for (EntityDesign entity : design.entities()) {
      places.add(entity(entity.name()));
      entity.columns().forEach(column -> places.add(column(entity.name(), column.name())));
      for (CollectionDesign items : entity.collections()) {
        places.add(collection(entity.name(), items.name()));
        for (Column column : items.columns()) {
          places.add(column(entity.name(), items.name(), column.name()));
        }
      }
      entity.indexes().forEach(index -> places.add(list(index.name())));
      entity.counters().forEach(counter -> places.add(list(counter.name())));
      entity.extremes().forEach(extreme -> places.add(list(extreme.name())));
    }
    return places;
  }

  private static List<String> entity(String entity) {
    return List.of("entity", entity);
  }

  private static List<String> collection(String entity, String collection) {
    return List.of("collection", entity, collection);
  }

  private static List<String> column(String entity, String column) {
    return List.of("column", entity, column);
  }

  private static List<String> column(String entity, String collection, String column) {
    return List.of("column", entity, collection, column);
  }

  private static List<String> list(String name) {
    return List.of("list", name);
  }

  /** Returns whether there are none. */
  public boolean isEmpty() {
    return places.isEmpty();
  }

  /** Returns whether an entity is gone. */
  public boolean hasEntity(String entity) {
    return places.contains(entity(entity));
  }

  /** Returns whether a collection is gone, perhaps with its entity. */
  public boolean hasCollection(String entity, String collection) {
    return places.contains(collection(entity, collection));
  }

  /** Returns whether a column of rows is gone, perhaps with its entity. */
  public boolean hasColumn(String entity, String column) {
    return places.contains(column(entity, column));
  }

  /** Returns whether a column of items is gone, perhaps with its collection. */
  public boolean hasColumn(String entity, String collection, String column) {
    return places.contains(column(entity, collection, column));
  }

  /** Returns whether an index or a counter is gone. */
  public boolean hasList(String name) {
    return places.contains(list(name));
  }
}
