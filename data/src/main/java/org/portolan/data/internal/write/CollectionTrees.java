package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.data.Item;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.read.TreeItems;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.ItemForm;
import org.portolan.data.internal.tree.TreeChanges;
import org.portolan.data.internal.tree.TreeContents;
import org.portolan.types.Tuple;

/**
 * The collections that are stored as trees, as a transaction sees them: the stored items, and over
 * them the changes of this transaction, which are made at its end. Used by one thread.
 */
final class CollectionTrees {
  private final Access access;
  private final Map<Place, Changed> changes = new LinkedHashMap<>();

  /** The tree of one row. Keys that are equal under a collation are the same row. */
  private record Place(CollectionSchema collection, Tuple rowKey) {
    static Place of(CollectionSchema collection, Tuple key) {
      return new Place(collection, collection.entity().keyMapping().rowKey(key));
    }
  }

  /** What a transaction has changed in one tree. */
  private static final class Changed {
    /** The items that were put, and the keys that were deleted. */
    final TreeMap<Tuple, Optional<List<Object>>> items;

    /** The content that was deleted as a whole, before those changes; null if none was. */
    TreeContents deleted;

    Changed(CollectionSchema collection) {
      this.items = new TreeMap<>(collection.itemKeyCodec()::compare);
    }
  }

  CollectionTrees(Access access) {
    this.access = access;
  }

  private Changed changed(CollectionSchema collection, Tuple key) {
    return changes.computeIfAbsent(Place.of(collection, key), place -> new Changed(collection));
  }

  /** Puts an item, without reading it. */
  void put(CollectionSchema collection, Tuple key, Tuple itemKey, List<Object> stored) {
    changed(collection, key).items.put(itemKey, Optional.of(stored));
  }

  /** Deletes an item, without reading it. */
  void delete(CollectionSchema collection, Tuple key, Tuple itemKey) {
    changed(collection, key).items.put(itemKey, Optional.empty());
  }

  /** Deletes all items; returns their number. */
  int deleteAll(CollectionSchema collection, Tuple key) {
    Changed changed = changed(collection, key);
    ItemForm form = collection.itemForm();
    int count = (int) changed.items.values().stream().filter(Optional::isPresent).count();
    if (changed.deleted == null) {
      Tuple rowKey = collection.entity().keyMapping().rowKey(key);
      changed.deleted = TreeContents.read(access, collection.tree().orElseThrow(), rowKey);
      for (Object element : changed.deleted.elements()) {
        count += changed.items.containsKey(form.key(element)) ? 0 : 1;
      }
    }
    changed.items.clear();
    return count;
  }

  /** Returns whether an item is there, if this transaction has put or deleted it. */
  Optional<Boolean> changedTo(CollectionSchema collection, Tuple key, Tuple itemKey) {
    Changed changed = changes.get(Place.of(collection, key));
    if (changed == null) {
      return Optional.empty();
    }
    Optional<List<Object>> item = changed.items.get(itemKey);
    if (item != null) {
      return Optional.of(item.isPresent());
    }
    return changed.deleted == null ? Optional.empty() : Optional.of(false);
  }

  Optional<Item> item(CollectionSchema collection, Tuple key, Tuple itemKey) {
    Place place = Place.of(collection, key);
    Changed changed = changes.get(place);
    if (changed != null && changed.items.containsKey(itemKey)) {
      return changed.items.get(itemKey).map(stored -> collection.item(itemKey, stored));
    }
    return changed != null && changed.deleted != null
        ? Optional.empty()
        : TreeItems.item(access, collection, place.rowKey(), itemKey);
  }

  /**
   * Returns items in order.
   *
   * @param behind the key behind which they begin, in the order of reading
   * @return at most {@code count} items; fewer only if there are no more
   */
  List<Item> items(
      CollectionSchema collection,
      Tuple key,
      Optional<Tuple> behind,
      int count,
      boolean backwards) {
    Place place = Place.of(collection, key);
    Changed changed = changes.get(place);
    if (changed == null) {
      return TreeItems.page(access, collection, place.rowKey(), behind, count, backwards);
    }
    NavigableMap<Tuple, Optional<List<Object>>> own =
        backwards ? changed.items.descendingMap() : changed.items;
    List<Item> items = new ArrayList<>();
    Optional<Tuple> from = behind;
    while (true) {
      List<Item> stored =
          changed.deleted != null
              ? List.of()
              : TreeItems.page(access, collection, place.rowKey(), from, count, backwards);
      Optional<Tuple> to =
          stored.size() < count ? Optional.empty() : Optional.of(stored.get(count - 1).key());
      TreeMap<Tuple, Optional<Item>> merged = new TreeMap<>(own.comparator());
      stored.forEach(item -> merged.put(item.key(), Optional.of(item)));
      between(own, from, to)
          .forEach(
              (itemKey, values) ->
                  merged.put(itemKey, values.map(value -> collection.item(itemKey, value))));
      for (Optional<Item> item : merged.values()) {
        if (item.isPresent() && items.size() < count) {
          items.add(item.get());
        }
      }
      if (to.isEmpty() || items.size() == count) {
        return items;
      }
      from = to;
    }
  }

  private static <V> NavigableMap<Tuple, V> between(
      NavigableMap<Tuple, V> map, Optional<Tuple> behind, Optional<Tuple> to) {
    NavigableMap<Tuple, V> rest = behind.map(key -> map.tailMap(key, false)).orElse(map);
    return to.map(key -> rest.headMap(key, true)).orElse(rest);
  }

  /** Returns the changes of all trees. */
  List<TreeChanges> changes() {
    List<TreeChanges> all = new ArrayList<>();
    changes.forEach(
        (place, changed) -> {
          ItemForm form = place.collection().itemForm();
          Map<Object, Boolean> elements = new HashMap<>();
          changed.items.forEach(
              (itemKey, stored) ->
                  elements.put(
                      stored
                          .map(values -> form.element(itemKey, values))
                          .orElseGet(() -> form.position(itemKey)),
                      stored.isPresent()));
          if (!elements.isEmpty() || changed.deleted != null) {
            all.add(
                new TreeChanges(
                    place.collection().tree().orElseThrow(),
                    place.rowKey(),
                    elements,
                    Optional.ofNullable(changed.deleted)));
          }
        });
    return all;
  }
}
