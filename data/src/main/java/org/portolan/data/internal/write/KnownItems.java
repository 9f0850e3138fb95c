package org.portolan.data.internal.write;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.types.Tuple;

/**
 * The items in cells and rows that one attempt of a write has changed or looked up, and whether
 * they are there, so that it reads none of them twice. Objects and trees know their own items. Used
 * by one thread.
 */
final class KnownItems {
  /** The most items that are remembered because they were looked up. */
  private static final int READ_MAX = 1_000;

  private final Map<Place, Boolean> changed = new HashMap<>();
  private final Map<Place, Boolean> read = new HashMap<>();

  /** An item. Keys that are equal under a collation are the same row. */
  private record Place(CollectionSchema collection, Tuple rowKey, Tuple itemKey) {}

  /** Notes that the write has put or deleted an item. */
  void changed(CollectionSchema collection, Tuple key, Tuple itemKey, boolean stands) {
    changed.put(place(collection, key, itemKey), stands);
  }

  /** Notes an item that was looked up. */
  void read(CollectionSchema collection, Tuple key, Tuple itemKey, boolean stands) {
    if (read.size() < READ_MAX) {
      read.put(place(collection, key, itemKey), stands);
    }
  }

  /** Returns whether an item is there, if that is known. */
  Optional<Boolean> find(CollectionSchema collection, Tuple key, Tuple itemKey) {
    Place place = place(collection, key, itemKey);
    Boolean stands = changed.get(place);
    return Optional.ofNullable(stands == null ? read.get(place) : stands);
  }

  private static Place place(CollectionSchema collection, Tuple key, Tuple itemKey) {
    return new Place(collection, collection.entity().keyMapping().rowKey(key), itemKey);
  }
}
