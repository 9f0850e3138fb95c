package org.portolan.data.survival;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.portolan.data.Columns;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.data.history.Model;
import org.portolan.data.history.Orders;
import org.portolan.design.CollectionDesign;
import org.portolan.design.EntityDesign;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/** A row with the items of its collections, which change together under any guarantee. */
record Unit(EntityDesign entity, Tuple key) {

  /** Returns the units of two states, each once, however its key is spelt. */
  static Set<Unit> all(Model first, Model second) {
    Set<Unit> units = new LinkedHashSet<>();
    for (EntityDesign entity : first.design().entities()) {
      Set<Tuple> keys = new TreeSet<>(Orders.of(entity.key()));
      keys.addAll(first.keys(entity));
      keys.addAll(second.keys(entity));
      keys.forEach(key -> units.add(new Unit(entity, key)));
    }
    return units;
  }

  /** Returns the units in which two states differ. */
  static List<Unit> differing(Model first, Model second) {
    return all(first, second).stream().filter(unit -> !unit.same(first, second)).toList();
  }

  boolean same(Model first, Model second) {
    return sameRow(first, second)
        && entity.collections().stream()
            .allMatch(collection -> items(first, collection).equals(items(second, collection)));
  }

  boolean sameRow(Model first, Model second) {
    Model.ModelRow left = row(first);
    Model.ModelRow right = row(second);
    return left == null ? right == null : left.equals(right);
  }

  Model.ModelRow row(Model state) {
    return state.rows(entity.name()).get(key);
  }

  Map<Tuple, Map<String, Object>> items(Model state, CollectionDesign collection) {
    return state.items(entity, collection.name(), key);
  }

  /** Returns whether a read of the row, without its items, shows its content in a state. */
  boolean rowReads(StoreReader store, Model state) {
    var read = store.get(entity.name(), key, Columns.ALL);
    Model.ModelRow row = row(state);
    return row == null
        ? read.isEmpty()
        : read.isPresent()
            && read.get().key().equals(row.key())
            && read.get().values().equals(row.values());
  }

  /** Returns whether a read of the row and its items shows their content in a state. */
  boolean reads(StoreReader store, Model state) {
    return rowReads(store, state)
        && entity.collections().stream()
            .allMatch(
                collection -> readItems(store, collection).equals(expected(state, collection)));
  }

  private List<Item> expected(Model state, CollectionDesign collection) {
    List<Item> expected = new ArrayList<>();
    items(state, collection).forEach((itemKey, values) -> expected.add(new Item(itemKey, values)));
    return expected;
  }

  List<Item> readItems(StoreReader store, CollectionDesign collection) {
    return pages(paging -> store.items(entity.name(), key, collection.name(), paging));
  }

  /** Reads all pages of a list. */
  static <T> List<T> pages(Function<Paging, Slice<T>> read) {
    Slice<T> page = read.apply(Paging.first(100));
    List<T> all = new ArrayList<>(page.entries());
    while (page.next().isPresent()) {
      page = read.apply(Paging.first(100).following(page));
      all.addAll(page.entries());
    }
    return all;
  }

  /** Brings units from one state to another, in one write. */
  static void bring(Store store, List<Unit> units, Model from, Model to) {
    store.write(
        Durability.BUFFERED,
        transaction -> {
          units.forEach(unit -> unit.bring(transaction, from, to));
          return null;
        });
  }

  private void bring(StoreTransaction transaction, Model from, Model to) {
    for (CollectionDesign collection : entity.collections()) {
      for (Tuple itemKey : items(from, collection).keySet()) {
        transaction.deleteItem(entity.name(), key, collection.name(), itemKey);
      }
    }
    transaction.delete(entity.name(), key);
    Model.ModelRow row = row(to);
    if (row != null) {
      transaction.put(entity.name(), row.key(), row.values());
    }
    for (CollectionDesign collection : entity.collections()) {
      items(to, collection)
          .forEach(
              (itemKey, values) ->
                  transaction.putItem(entity.name(), key, collection.name(), itemKey, values));
    }
  }

  /** Puts the unit of one state into another. */
  void copy(Model from, Model to) {
    to.clear(entity, key);
    Model.ModelRow row = row(from);
    if (row != null) {
      to.put(entity, row.key(), row.values());
    }
    for (CollectionDesign collection : entity.collections()) {
      to.items(entity, collection.name(), key).putAll(items(from, collection));
    }
  }

  @Override
  public String toString() {
    return entity.name() + key;
  }
}
