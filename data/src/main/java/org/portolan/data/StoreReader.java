package org.portolan.data;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

/**
 * The reads that a store and its transactions share. Names of entities, collections, indexes and
 * counters are those of the design; an unknown one throws {@link IllegalArgumentException} that
 * lists those there are. A closed store throws {@link IllegalStateException}.
 *
 * <p>Every read throws {@link StoreException} when the store fails. Of its kinds, {@link
 * UnavailableException} says that the store cannot answer now, so that the same read may succeed
 * later; any other means that it may fail again until somebody has put right what the message says.
 */
public interface StoreReader {

  /** Reads a row by its key: one round trip. */
  default Optional<EntityRow> get(String entity, Tuple key, Columns columns) {
    return getAll(entity, List.of(key), columns).get(0);
  }

  /**
   * Reads rows by their keys: one round trip for all.
   *
   * @return one entry for each key, in their order
   */
  List<Optional<EntityRow>> getAll(String entity, List<Tuple> keys, Columns columns);

  /**
   * Reads one page of the rows whose keys begin with {@code leading}, ascending by key. Under a
   * prefixed key layout each prefix under which such rows can lie is a scan of its own, one round
   * trip each, and their rows are merged. A following page sees every row that stood throughout,
   * once, whatever was written in between.
   *
   * @param leading the leading part of the keys, empty for all rows
   */
  Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging);

  /**
   * Reads one page of all rows in the order in which the engine stores them: one range, whatever
   * the key layout. What exports and checks use.
   */
  Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging);

  /** Reads an item of a collection by its key. */
  Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey);

  /** Reads one page of the items of a row, in the order of their keys. */
  Slice<Item> items(String entity, Tuple key, String collection, Paging paging);

  /**
   * Reads one page of an index: the keys of the rows listed under {@code value}, in the order of
   * the index. All its buckets are read in one round trip; of cells logged as removed a page may
   * need another. In a transaction, too, an index shows what was committed before, and a read of
   * one that lies in objects makes the write meet every other that changes those.
   */
  default Slice<Tuple> index(String index, Tuple value, Paging paging) {
    return index(index, value, Tuple.EMPTY, paging);
  }

  /**
   * As {@link #index(String, Tuple, Paging)}, beginning at the first entry that is not before
   * {@code start}; a page that follows another begins behind that one.
   *
   * @param start what the index is ordered by: the columns of its order, then those of the row's
   *     key, or the leading ones of these; need not be listed
   */
  Slice<Tuple> index(String index, Tuple value, Tuple start, Paging paging);

  /**
   * Returns the key of some row listed under {@code value}, every one having a chance as long as a
   * bucket holds at most 10,000; empty if none is listed. Kruber's get_random_elem.
   */
  Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random);

  /**
   * Returns the value of a counter: the sum of its shards, read in one round trip. In a
   * transaction, too, a counter shows what was committed before; reading it there makes the write
   * meet every other that changes it.
   */
  long counter(String counter);
}
