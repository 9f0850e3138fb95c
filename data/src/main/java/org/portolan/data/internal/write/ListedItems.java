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
 * Makes sure that every item of a collection listed by another is also in that other collection
 * when a write ends. An item that is not could never be found, and the deletion of its row would
 * leave it behind. Used by one thread.
 */
final class ListedItems {
  private final Map<Place, Change> changes = new LinkedHashMap<>();

  /** An item. Keys that are equal under a collation are the same row. */
  private record Place(CollectionSchema collection, Tuple rowKey, Tuple itemKey) {}

  /** The last change that this write has made to an item, with the key of its row. */
  private record Change(Tuple key, boolean stands) {}

  /** Notes that an item was written or deleted. */
  void changed(CollectionSchema collection, Tuple key, Tuple itemKey, boolean stands) {
    if (collection.listedBy().isPresent() || !collection.listed().isEmpty()) {
      changes.put(place(collection, key, itemKey), new Change(key, stands));
    }
  }

  /**
   * Returns the items of a row that may now exist without being listed, because of the changes
   * noted.
   */
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

  /** Notes that a row was deleted with all its items. */
  void deleted(EntitySchema entity, Tuple key) {
    Tuple rowKey = entity.keyMapping().rowKey(key);
    changes
        .keySet()
        .removeIf(place -> place.collection().entity() == entity && place.rowKey().equals(rowKey));
  }

  /**
   * Checks the items that were changed; reads their counterparts if this write has not changed
   * them.
   *
   * @throws IllegalStateException if an item exists that is not listed
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
    throw new UnlistedItemException(
        "cannot commit the write of row "
            + change.key()
            + " of '"
            + listed.entity().name()
            + "': item "
            + place.itemKey()
            + " of '"
            + listed.name()
            + "' would be missing in '"
            + lister.name()
            + "', which lists it; write or delete both in one transaction");
  }
}
