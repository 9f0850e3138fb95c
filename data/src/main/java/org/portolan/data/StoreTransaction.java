package org.portolan.data;

import java.util.List;
import java.util.Map;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.StoreException;
import org.portolan.types.Tuple;

/**
 * A write of any number of rows and items, atomic where the store's {@link Store#guarantee} is
 * {@code ATOMIC}. Indexes and counters follow from the difference between old and new rows. Reads
 * see the rows and items written so far. Obtained from {@link Store#write}, valid inside it only,
 * and used by its thread only.
 *
 * <p>Changes are made when the function of the write has returned, so a failure in here means that
 * nothing of this write was changed. Let a {@link StoreException} pass: {@link Store#write} runs
 * the function again where that is of use, and says the rest to its caller. {@link
 * CapabilityException} says that a row or item is larger than the engine admits, {@link
 * IllegalArgumentException} that a name or a value does not fit the design; neither will work when
 * tried again.
 */
public interface StoreTransaction extends StoreReader {

  /**
   * Reads rows together with those collections that are one object each, in one round trip, so that
   * following reads and changes of them need none. Calling it is never necessary.
   */
  void prefetch(String entity, List<Tuple> keys);

  /**
   * Writes a row, replacing all columns of one that stands.
   *
   * @param values by column; a column that is not named becomes null
   */
  void put(String entity, Tuple key, Map<String, Object> values);

  /**
   * Changes some columns of a row.
   *
   * @return whether there is such a row; if not, nothing is changed
   */
  boolean update(String entity, Tuple key, Map<String, Object> changes);

  /**
   * Deletes a row with all its collections.
   *
   * @return whether there was such a row
   */
  boolean delete(String entity, Tuple key);

  /**
   * Writes an item, replacing one of the same key. The row itself need not exist. One of a
   * collection that is listed by another must stand in that one too when the write ends, which
   * fails with {@link IllegalStateException} otherwise; whether it does is read where the same
   * write has not put it there.
   *
   * @param values by column; a column that is not named becomes null
   */
  void putItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values);

  /**
   * Writes an item of which the caller knows that there is none of its key: saves the read that
   * {@link #putItem} may need. If there is one after all it is replaced, and a counter of the
   * collection counts it twice.
   */
  void insertItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values);

  /**
   * Deletes an item; does nothing if there is none. One by whose key an item of another collection
   * is listed goes together with that one, see {@link #putItem}.
   */
  void deleteItem(String entity, Tuple key, String collection, Tuple itemKey);
}
