package org.portolan.data;

import java.util.List;
import java.util.Set;
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

  /**
   * Returns whether {@link #fill} takes these columns of an entity: they are all the columns of one
   * or more families, none of which is the first, they have no defaults, nothing is derived from
   * them, and the rows can be looked up by keys without a collation.
   *
   * @throws IllegalArgumentException if the design has no such entity
   */
  boolean takesColumns(String entity, Set<String> columns);

  /**
   * Gives rows that are there their first values of some columns, at less cost than {@link #write},
   * which would read each row and derive its entries again. Not atomic. Reads of the store show
   * what was written before the last {@link #flush}. Several threads may fill rows at a time.
   *
   * @param rows each once, with only columns that this {@linkplain #takesColumns takes}. The caller
   *     has seen that the rows are there: this is not checked, and what it writes for a row that is
   *     not there belongs to a row that is put under that key later
   * @throws ConstraintException if a value breaks the rule of its column; nothing is written
   * @throws IllegalArgumentException if a value is not of its column's type, or its column is not
   *     one that this takes; nothing is written
   */
  void fill(String entity, List<EntityRow> rows);

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
