package org.portolan.data;

import java.util.function.Consumer;

/**
 * The filling of an empty store by one process, while nobody else uses it: faster than writes,
 * since nothing has to be read, and nothing can conflict. {@link Store#load} begins it. Everything
 * derived from the rows is made as by {@link Store#write}, except counters: {@link #close} adds to
 * them. Thread-safe.
 *
 * <h2>How it fails</h2>
 *
 * From its beginning to {@link #close} the store is marked, and opening it is refused with an
 * {@link UnfinishedLoadException}. After a failure or the death of the process any part of what was
 * written since the last {@link #flush} may be there: rows without entries of indexes, entries
 * without rows. Then open the store with {@link StoreOptions#admittingUnfinishedLoads}, write what
 * is missing, and call {@link Store#finishLoad}; or remove the store and begin anew.
 */
public interface StoreLoad extends AutoCloseable {

  /**
   * Returns whether items of a collection can be loaded. On a store that is {@code REPAIRED}, not
   * those of one that is kept as an object or a tree, or that another one lists. Write these by
   * {@link Store#write}, when no other thread loads rows or items of the same entity.
   *
   * @throws IllegalArgumentException if the design has no such collection
   */
  boolean takesItems(String entity, String collection);

  /**
   * Writes rows of one entity, or items of its collections. Only {@link StoreTransaction#put} of
   * rows that are not in the store and {@link StoreTransaction#addItem} are of use. Not atomic.
   * Reads of the store show what was written before the last {@link #flush}. Several threads may
   * write at a time; but if the entity has a unique index, an index or a collection in objects or
   * trees, or a collated key, they take turns, and reads show at once what they write.
   *
   * @param entity whose rows and items are written
   * @param work runs once
   * @throws ConstraintException and the other refusals of {@link Store#write}; nothing is written
   * @throws IllegalArgumentException if the work changes a row that was there before; nothing is
   *     written
   */
  void write(String entity, Consumer<StoreTransaction> work);

  /** Makes everything visible and durable that was written before this call. */
  void flush();

  /**
   * Ends the load: brings the counters, makes everything durable, and takes the mark away. Does
   * nothing if {@link #abandon} was called.
   */
  @Override
  void close();

  /** Ends the work of this object, and leaves the store marked. */
  void abandon();
}
