package org.portolan.data.internal.view;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.NamedValues;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.design.evolve.DesignView;

/** Hides from an application what it does not know, and tells it what was dropped. Immutable. */
public record View(DesignView design) {

  /** Returns a reader that shows what the application knows. */
  public StoreReader of(StoreReader reader) {
    return isWhole() ? reader : new ViewedReader(this, reader);
  }

  /** Returns a write in which the application sees and names what it knows. */
  public <T> Function<StoreTransaction, T> of(Function<StoreTransaction, T> work) {
    return isWhole() ? work : transaction -> work.apply(new ViewedTransaction(this, transaction));
  }

  /** Returns whether the application knows the design of the store. */
  public boolean isWhole() {
    return design.isWhole() && design.dropped().isEmpty();
  }

  void requireEntity(String entity) {
    require(
        "entity '" + entity + "'", design.dropped().hasEntity(entity), design.hidesEntity(entity));
  }

  void requireCollection(String entity, String collection) {
    requireEntity(entity);
    require(
        "collection '" + collection + "' of entity '" + entity + "'",
        design.dropped().hasCollection(entity, collection),
        design.hidesCollection(entity, collection));
  }

  void requireColumns(String entity, Set<String> names) {
    requireEntity(entity);
    Set<String> hidden = design.hiddenColumns(entity);
    for (String name : names) {
      require(
          "column '" + name + "' of entity '" + entity + "'",
          design.dropped().hasColumn(entity, name),
          hidden.contains(name));
    }
  }

  void requireColumns(String entity, String collection, Set<String> names) {
    requireCollection(entity, collection);
    Set<String> hidden = design.hiddenColumns(entity, collection);
    for (String name : names) {
      require(
          "column '" + name + "' of collection '" + entity + "." + collection + "'",
          design.dropped().hasColumn(entity, collection, name),
          hidden.contains(name));
    }
  }

  /** Refuses an index or a counter. */
  void requireList(String kind, String name) {
    require(kind + " '" + name + "'", design.dropped().hasList(name), false);
  }

  private void require(String part, boolean dropped, boolean hidden) {
    if (dropped) {
      throw new IllegalArgumentException(
          "the design of the store has no "
              + part
              + " any more: it was dropped since this application has opened the store; open the"
              + " store with the new design, and do not use what was dropped");
    } else if (hidden) {
      throw new IllegalArgumentException(
          "the design with which this application has opened the store has no "
              + part
              + ", which was added since; open the store with the new design");
    }
  }

  Columns columns(String entity, Columns columns) {
    requireColumns(entity, columns.names());
    return columns;
  }

  EntityRow row(String entity, EntityRow row) {
    Set<String> hidden = design.hiddenColumns(entity);
    return hidden.isEmpty() ? row : new EntityRow(row.key(), shown(row, hidden));
  }

  Item item(String entity, String collection, Item item) {
    Set<String> hidden = design.hiddenColumns(entity, collection);
    return hidden.isEmpty() ? item : new Item(item.key(), shown(item, hidden));
  }

  private static Map<String, Object> shown(NamedValues whole, Set<String> hidden) {
    Map<String, Object> shown = new LinkedHashMap<>(whole.values());
    shown.keySet().removeAll(hidden);
    return shown;
  }
}
