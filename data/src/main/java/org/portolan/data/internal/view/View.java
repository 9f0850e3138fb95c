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

/** Hides from an application what it does not know. Immutable. */
public record View(DesignView design) {

  /** Returns a reader that shows what the application knows. */
  public StoreReader of(StoreReader reader) {
    return design.isWhole() ? reader : new ViewedReader(this, reader);
  }

  /** Returns a write in which the application sees and names what it knows. */
  public <T> Function<StoreTransaction, T> of(Function<StoreTransaction, T> work) {
    return design.isWhole()
        ? work
        : transaction -> work.apply(new ViewedTransaction(this, transaction));
  }

  void requireEntity(String entity) {
    if (design.hidesEntity(entity)) {
      throw unknown("entity '" + entity + "'");
    }
  }

  void requireCollection(String entity, String collection) {
    requireEntity(entity);
    if (design.hidesCollection(entity, collection)) {
      throw unknown("collection '" + collection + "' of entity '" + entity + "'");
    }
  }

  void requireColumns(String entity, Set<String> names) {
    requireEntity(entity);
    require("entity '" + entity + "'", design.hiddenColumns(entity), names);
  }

  void requireColumns(String entity, String collection, Set<String> names) {
    requireCollection(entity, collection);
    require(
        "collection '" + entity + "." + collection + "'",
        design.hiddenColumns(entity, collection),
        names);
  }

  private static void require(String owner, Set<String> hidden, Set<String> names) {
    for (String name : names) {
      if (hidden.contains(name)) {
        throw unknown("column '" + name + "' of " + owner);
      }
    }
  }

  private static IllegalArgumentException unknown(String part) {
    return new IllegalArgumentException(
        "the design with which this application has opened the store has no "
            + part
            + ", which was added since; open the store with the new design");
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
