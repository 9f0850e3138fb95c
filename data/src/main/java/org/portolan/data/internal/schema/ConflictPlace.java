package org.portolan.data.internal.schema;

import org.portolan.data.StoreConflict;
import org.portolan.data.StoreConflict.Place;
import org.portolan.engine.RowKey;

/** Where in a design writers met. */
public final class ConflictPlace {
  private ConflictPlace() {}

  /** Returns which part of the design has a row at which writers met. */
  public static StoreConflict at(StoreSchema schema, RowKey row, boolean givenUp) {
    for (EntitySchema entity : schema.entities()) {
      if (entity.table().equals(row.table())) {
        return new StoreConflict(Place.ENTITY, entity.name(), row, givenUp);
      }
      for (CollectionSchema collection : entity.collections()) {
        if (collection.table().equals(row.table())) {
          String name = entity.name() + "." + collection.name();
          return new StoreConflict(Place.COLLECTION, name, row, givenUp);
        }
      }
    }
    for (IndexSchema index : schema.maintained()) {
      if (index.table().equals(row.table())) {
        Place place = index.ofExtreme() ? Place.COUNTER : Place.INDEX;
        return new StoreConflict(place, index.name(), row, givenUp);
      }
    }
    for (ReferenceSchema reference : schema.references()) {
      if (row.table().equals(reference.guards().table())
          || row.table().equals(reference.referrers().table())) {
        return new StoreConflict(Place.REFERENCE, reference.name(), row, givenUp);
      }
    }
    return row.table().equals(CounterSchema.TABLE)
        ? new StoreConflict(Place.COUNTER, (String) row.key().get(0), row, givenUp)
        : new StoreConflict(Place.UNKNOWN, "", row, givenUp);
  }
}
