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
 * <h2>A page of a list is no snapshot</h2>
 *
 * While others write, this is true of every list, on every engine:
 *
 * <ul>
 *   <li>Each row, and each item that is a row of its own, is whole and as of one moment: the newest
 *       committed state when it was read. Two of them on one page may be of different moments: one
 *       as before a write, the other as after it.
 *   <li>A page that follows begins behind the last key of the page before, and is read anew. So
 *       what keeps its place in the list and stands throughout is seen once. What is added before
 *       that place is missed, what is added behind it is seen; what is removed behind it is not
 *       seen.
 *   <li>What changes its place may be seen twice, or never: a row that is written anew under
 *       another key, or a row of an index whose ordering columns change.
 *   <li>A list and the rows that it names are two reads: a row may be gone when it is read, or no
 *       longer be what the list said.
 * </ul>
 *
 * <p>In a {@link StoreTransaction} on an engine with snapshot reads (RocksDB), all pages are of the
 * moment at which the transaction began, and none of this happens. On an engine without, pages are
 * as above in a transaction too; what a scan or a range of items has read is not validated when it
 * commits.
 *
 * <h2>How it fails</h2>
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
   * trip each and of a moment of its own, and their rows are merged. A following page sees every
   * row that stood throughout, once, whatever was written in between. One write of two rows may be
   * seen in one of them only, also on one page, and more so under different prefixes.
   *
   * @param leading the leading part of the keys, empty for all rows
   */
  Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging);

  /**
   * Reads one page of all rows in the order in which the engine stores them: one range, whatever
   * the key layout. What exports and checks use. Every row that stands throughout is seen once; one
   * that is added meanwhile may be seen or not, since it lies anywhere.
   */
  Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging);

  /** Reads an item of a collection by its key. */
  Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey);

  /**
   * Reads one page of the items of a row, in the order of their keys. Items that stand throughout
   * are seen once, on one page and over all pages; none is seen twice, since an item's key is its
   * place. What one page is of depends on the storage:
   *
   * <ul>
   *   <li>{@code object}: one value, so one moment; the next page reads the value as it is then.
   *   <li>{@code cells}: one read of one row. On an engine that changes only the columns of a row
   *       together (Cassandra), of two items of one write the page may show one.
   *   <li>{@code rows}: a scan; each item of a moment of its own.
   *   <li>{@code rows} listed by another collection: first the keys, then the rows, in several
   *       round trips. An item deleted in between is left out, so a page may hold fewer than there
   *       are.
   * </ul>
   *
   * <p>On a {@link Store.Guarantee#REPAIRED} store, items outside of the row follow its commit.
   */
  Slice<Item> items(String entity, Tuple key, String collection, Paging paging);

  /**
   * Reads one page of an index: the keys of the rows listed under {@code value}, in the order of
   * the index. All its buckets are read in one round trip; of cells logged as removed a page may
   * need another. In a transaction, too, an index shows what was committed before, and a read of
   * one that lies in objects makes the write meet every other that changes those.
   *
   * <p>Outside of a transaction, the buckets of one page may be of different moments, unless there
   * is only one. So, also within one page: a row whose ordering columns change may be listed twice
   * or not at all; and while changes are merged back from a delta bucket, one read may overlook
   * those that are being moved: miss a row listed lately, or list one taken off lately. The next
   * read is right. With one bucket that is an object, a page is of one moment and lists each row
   * once. With any layout, a row that stands throughout and keeps its place is listed once over all
   * pages, merges apart.
   *
   * <p>On an {@link Store.Guarantee#ATOMIC} store an entry appears and goes together with its row.
   * On a {@code REPAIRED} one it follows, so that a page may list a row under what it was before or
   * not yet under what it is.
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
