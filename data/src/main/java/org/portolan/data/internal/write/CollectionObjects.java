package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.data.Item;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.read.ItemReads;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/**
 * The collections that are stored as objects, as a transaction sees them: each object is read once,
 * changed in memory, and written once at the end. Used by one thread.
 */
final class CollectionObjects {
  private final Access access;
  private final Map<Place, Content> contents = new LinkedHashMap<>();

  /** The object of one row. Keys that are equal under a collation are the same row. */
  private record Place(CollectionSchema collection, Tuple rowKey) {
    static Place of(CollectionSchema collection, Tuple key) {
      return new Place(collection, collection.entity().keyMapping().rowKey(key));
    }
  }

  private static final class Content {
    final TreeMap<Tuple, List<Object>> items;
    boolean changed;

    Content(CollectionSchema collection, List<Item> items) {
      this.items = new TreeMap<>(collection.itemKeyCodec()::compare);
      items.forEach(item -> this.items.put(item.key(), collection.stored(item)));
    }
  }

  CollectionObjects(Access access) {
    this.access = access;
  }

  /** Adds an object that was read together with others. */
  void read(CollectionSchema collection, Tuple key, Row row) {
    contents.computeIfAbsent(
        Place.of(collection, key),
        place -> new Content(collection, ItemReads.unpack(collection, row)));
  }

  boolean isRead(CollectionSchema collection, Tuple key) {
    return contents.containsKey(Place.of(collection, key));
  }

  private Content content(CollectionSchema collection, Tuple key) {
    Place place = Place.of(collection, key);
    Content content = contents.get(place);
    if (content == null) {
      content = new Content(collection, ItemReads.object(access, collection, key));
      contents.put(place, content);
    }
    return content;
  }

  List<Item> items(CollectionSchema collection, Tuple key) {
    List<Item> items = new ArrayList<>();
    content(collection, key)
        .items
        .forEach((itemKey, stored) -> items.add(collection.item(itemKey, stored)));
    return items;
  }

  Optional<Item> item(CollectionSchema collection, Tuple key, Tuple itemKey) {
    require(collection, itemKey);
    return Optional.ofNullable(content(collection, key).items.get(itemKey))
        .map(stored -> collection.item(itemKey, stored));
  }

  /** Refuses a key of other types before it is compared with others. */
  private static void require(CollectionSchema collection, Tuple itemKey) {
    var unused = collection.itemKeyCodec().encode(itemKey);
  }

  /** Puts an item; returns whether its key is new. */
  boolean put(CollectionSchema collection, Tuple key, Tuple itemKey, List<Object> stored) {
    Content content = content(collection, key);
    content.changed = true;
    return content.items.put(itemKey, stored) == null;
  }

  /** Deletes an item; returns whether there was one. */
  boolean delete(CollectionSchema collection, Tuple key, Tuple itemKey) {
    require(collection, itemKey);
    Content content = content(collection, key);
    boolean removed = content.items.remove(itemKey) != null;
    content.changed |= removed;
    return removed;
  }

  /** Deletes all items; returns their number. */
  int deleteAll(CollectionSchema collection, Tuple key) {
    Content content = content(collection, key);
    int count = content.items.size();
    content.changed |= count > 0;
    content.items.clear();
    return count;
  }

  /** Returns the mutations that write the changed objects. */
  List<Mutation> mutations() {
    List<Mutation> mutations = new ArrayList<>();
    contents.forEach(
        (place, content) -> {
          if (content.changed) {
            mutations.add(mutation(place, content));
          }
        });
    return mutations;
  }

  private static Mutation mutation(Place place, Content content) {
    CollectionSchema collection = place.collection();
    Tuple rowKey = place.rowKey();
    if (content.items.isEmpty()) {
      return Mutation.of(collection.table(), rowKey, new Change.DeleteFamily(collection.family()));
    }
    List<Object> packed = new ArrayList<>(content.items.size());
    content.items.forEach(
        (itemKey, stored) -> packed.add(collection.itemForm().element(itemKey, stored)));
    return Mutation.of(
        collection.table(),
        rowKey,
        new Change.PutColumns(collection.family(), Collections.singletonList(packed)));
  }
}
