package org.portolan.data;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.StoreException;
import org.portolan.types.Tuple;

/**
 * A write of any number of rows and items, atomic where the store's {@link Store#guarantee} is
 * {@code ATOMIC}. Indexes and counters follow from the difference between old and new rows. Reads
 * see the rows and items written so far. {@link Store#write} passes it to its function; it is valid
 * inside this function and in this thread only. After the function has ended, every method throws
 * {@link IllegalStateException}.
 *
 * <p>Changes are made after the function of the write has returned, so if a method of this
 * interface fails, the write has changed nothing. Do not catch {@link StoreException} other than
 * {@link RowExistsException}, {@link ItemExistsException} and {@link ConstraintException}: {@link
 * Store#write} runs the function again if that helps, and passes other failures to its caller.
 * {@link DuplicateValueException} and {@link ReferenceException} come only after the function has
 * ended. {@link CapabilityException} means that a row or item is larger than the engine admits,
 * {@link IllegalArgumentException} that a name or a value does not fit the design; after either, a
 * retry fails too.
 */
public interface StoreTransaction extends StoreReader {

  /**
   * Reads rows together with their collections that are stored as one object, in one round trip, so
   * that following reads and changes of them need none. A call is never necessary.
   */
  void prefetch(String entity, List<Tuple> keys);

  /**
   * Writes a row; if it exists, all its columns are replaced.
   *
   * @param values by column; a column that is not named gets its default, or becomes null
   * @throws ConstraintException if a value breaks the rule of its column
   */
  void put(String entity, Tuple key, Map<String, Object> values);

  /**
   * Writes a row that must not exist. Of several writers that insert the same row at the same time,
   * one succeeds; so a row whose key is a name (an e-mail address, for example) reserves it. It
   * reads the row, as {@link #put} does if the entity has indexes or counters, or on a {@link
   * Store.Guarantee#REPAIRED} store; there neither reads it if rows written before were new.
   *
   * @param values by column; a column that is not named gets its default, or becomes null
   * @throws ConstraintException if a value breaks the rule of its column
   * @throws RowExistsException if the row exists, also if this write has put it
   * @throws IllegalArgumentException if the key layout cannot find a row by its key
   * @throws IllegalStateException in a {@link org.portolan.engine.Durability#BUFFERED} write on a
   *     {@link Store.Guarantee#REPAIRED} store: run again, it would find its own rows
   */
  void insert(String entity, Tuple key, Map<String, Object> values);

  /**
   * Changes some columns of a row. Under a collated key, the row keeps the spelling of its key, and
   * {@link #put} gives it that of the key that it is given.
   *
   * @return whether the row exists; if not, nothing is changed
   * @throws ConstraintException if the row exists and a value breaks the rule of its column
   */
  boolean update(String entity, Tuple key, Map<String, Object> changes);

  /**
   * Adds to an {@code int} or {@code long} column of a row; other columns stay. A null counts as
   * zero. The {@code min} and {@code max} of the column's rule are floor and ceiling: of several
   * writers that take the last piece of a stock at the same time, one succeeds.
   *
   * @param delta may be negative or zero
   * @return the new value; empty if the row does not exist, and then nothing is changed
   * @throws OutOfBoundsException if the sum is below the column's {@code min}, above its {@code
   *     max}, or out of the range of its type; nothing is added
   * @throws IllegalArgumentException if the column is not an {@code int} or {@code long}
   */
  OptionalLong add(String entity, Tuple key, String column, long delta);

  /**
   * Adds to a {@code decimal} column of a row, as {@link #add(String, Tuple, String, long)}.
   *
   * @param delta with exactly the decimal places of the column
   * @return the new value; empty if the row does not exist, and then nothing is changed
   * @throws OutOfBoundsException if the sum is below the column's {@code min}, above its {@code
   *     max}, or has too many digits; nothing is added
   * @throws IllegalArgumentException if the column is not a {@code decimal}, or has other places
   */
  Optional<BigDecimal> add(String entity, Tuple key, String column, BigDecimal delta);

  /**
   * Deletes a row with all its collections. A row that does not exist is only read: on a {@code
   * REPAIRED} store the write may commit although another one creates the row in the meantime. If
   * other rows refer to it when the write ends, the write fails with {@link ReferenceException}, or
   * they are deleted too, as the design says.
   *
   * @return whether the row existed
   */
  boolean delete(String entity, Tuple key);

  /**
   * Does not look whether the rows are there that this write refers to: for a load that may put a
   * row before the one that it refers to. {@link Store#check} finds the rows that refer to nothing.
   * A row that is deleted is treated as in any write.
   */
  void leaveReferencesUnchecked();

  /**
   * Writes an item; replaces an existing item with the same key. The row itself need not exist, but
   * items without a row are in no export. If the collection is listed by another, that other
   * collection must also have an item of this key when the write ends, or the write fails with
   * {@link IllegalStateException}. That item is read unless the same write has put it.
   *
   * @param values by column; a column that is not named gets its default, or becomes null
   * @throws ConstraintException if a value breaks the rule of its column
   */
  void putItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values);

  /**
   * Writes an item that must not exist. Of several writers that insert the same item at the same
   * time, one succeeds. As with {@link #putItem}, the row itself need not exist.
   *
   * <p>It reads the item, in one round trip, unless this write has inserted the row before, has
   * read or changed the item itself, or has read the object that holds it; so insert a row before
   * its items. An item without a row, which is there before its row is inserted, may therefore be
   * replaced and counted twice.
   *
   * @param values by column; a column that is not named gets its default, or becomes null
   * @throws ConstraintException if a value breaks the rule of its column
   * @throws ItemExistsException if the item exists, also if this write has put it
   * @throws IllegalStateException in a {@link org.portolan.engine.Durability#BUFFERED} write on a
   *     {@link Store.Guarantee#REPAIRED} store: run again, it would find its own items
   */
  void insertItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values);

  /**
   * Writes an item that it takes for new, without the read that {@link #putItem} and {@link
   * #insertItem} may need. If the item is there, it is replaced, and a counter of the collection
   * may count it twice. Use it for loads and for keys that cannot have been used before, such as
   * the next number of a row that the same write changes.
   *
   * @param values by column; a column that is not named gets its default, or becomes null
   * @throws ConstraintException if a value breaks the rule of its column
   */
  void addItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values);

  /**
   * Deletes an item; does nothing if there is none. If the item lists an item of another
   * collection, delete both in the same write, see {@link #putItem}.
   */
  void deleteItem(String entity, Tuple key, String collection, Tuple itemKey);
}
