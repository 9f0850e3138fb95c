package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.StoreReader;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.types.Tuple;

/**
 * Sees to it that every item of a collection listed by another stands in that one too when a write
 * ends: nothing would ever find one that does not, and a deleted row would leave it behind. Used by
 * one thread.
 */
final class ListedItems {
  private final Map<Place, Change> changes = new LinkedHashMap<>();

  /** An item. Keys that are one under a collation are one row. */
  private record Place(CollectionSchema collection, Tuple rowKey, Tuple itemKey) {}

  /** What this write has made of an item of the row of that key. */
  private record Change(Tuple key, boolean stands) {}

  /** Notes that an item was written or deleted. */
  void changed(CollectionSchema collection, Tuple key, Tuple itemKey, boolean stands) {
    if (collection.listedBy().isPresent() || !collection.listed().isEmpty()) {
      changes.put(place(collection, key, itemKey), new Change(key, stands));
    }
  }

  /** Returns the items of a row that may stand now without being listed, by what was changed. */
  List<Tuple> unlisted(CollectionSchema collection, Tuple key) {
    Tuple rowKey = collection.entity().keyMapping().rowKey(key);
    List<Tuple> itemKeys = new ArrayList<>();
    collection
        .listedBy()
        .ifPresent(
            lister ->
                changes.forEach(
                    (place, change) -> {
                      boolean unlisted =
                          (place.collection() == collection && change.stands())
                              || (place.collection() == lister && !change.stands());
                      if (unlisted && place.rowKey().equals(rowKey)) {
                        itemKeys.add(place.itemKey());
                      }
                    }));
    return itemKeys;
  }

  /** Notes that a row was deleted with all items. */
  void deleted(EntitySchema entity, Tuple key) {
    Tuple rowKey = entity.keyMapping().rowKey(key);
    changes
        .keySet()
        .removeIf(place -> place.collection().entity() == entity && place.rowKey().equals(rowKey));
  }

  /**
   * Checks the items that were changed; what this write has not changed itself is read.
   *
   * @throws IllegalStateException if an item stands that is not listed
   */
  void check(StoreReader reader) {
    changes.forEach(
        (place, change) -> {
          if (change.stands()) {
            place
                .collection()
                .listedBy()
                .filter(lister -> !stands(reader, lister, place, change))
                .ifPresent(lister -> refuse(place, change, place.collection(), lister));
          } else {
            for (CollectionSchema listed : place.collection().listed()) {
              if (stands(reader, listed, place, change)) {
                refuse(place, change, listed, place.collection());
              }
            }
          }
        });
  }

  private boolean stands(StoreReader reader, CollectionSchema other, Place place, Change sameItem) {
    Change change = changes.get(new Place(other, place.rowKey(), place.itemKey()));
    return change == null
        ? reader
            .item(other.entity().name(), sameItem.key(), other.name(), place.itemKey())
            .isPresent()
        : change.stands();
  }

  private static Place place(CollectionSchema collection, Tuple key, Tuple itemKey) {
    return new Place(collection, collection.entity().keyMapping().rowKey(key), itemKey);
  }

  private static void refuse(
      Place place, Change change, CollectionSchema listed, CollectionSchema lister) {
    throw new IllegalStateException(
        "cannot commit the write of row "
            + change.key()
            + " of '"
            + listed.entity().name()
            + "': '"
            + listed.name()
            + "' would have an item "
            + place.itemKey()
            + " that '"
            + lister.name()
            + "', by which it is listed, has not; write or delete both in one transaction");
  }
}
