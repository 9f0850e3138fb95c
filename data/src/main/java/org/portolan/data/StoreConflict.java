package org.portolan.data;

import org.portolan.engine.RowKey;

/**
 * A row at which an attempt of a write conflicted with another writer. An attempt that conflicted
 * at several rows is told once for each.
 *
 * @param place the kind of the row
 * @param object the name in the design of the entity, of the collection as {@code
 *     entity.collection}, of the index or of the counter, of the reference as {@code
 *     entity.reference}; empty for {@link Place#UNKNOWN}
 * @param row the row; null if the engine could not say where the conflict was
 * @param givenUp whether this was the last attempt; otherwise the write ran again
 */
public record StoreConflict(Place place, String object, RowKey row, boolean givenUp) {

  /** The kinds of rows at which writers meet. */
  public enum Place {
    /**
     * A row of an entity, with everything in it: its items stored as cells, and the entries of an
     * index that lies within the entity.
     */
    ENTITY,
    /** Items in rows of their own. */
    COLLECTION,
    /** A bucket or a node of an index. */
    INDEX,
    /** A guard row of a reference, or a node of the tree that lists referring rows. */
    REFERENCE,
    /** A shard of a counter. */
    COUNTER,
    /** The engine could not say where, or it was a row of the store's own state. */
    UNKNOWN
  }
}
