package org.portolan.data;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

/**
 * The reads that a store and its transactions share. Names of entities, collections, indexes and
 * counters are those of the design; an unknown name throws an {@link IllegalArgumentException} that
 * lists the known ones. A closed store throws {@link IllegalStateException}.
 *
 * <h2>A page of a list is no snapshot</h2>
 *
 * While others write, every list behaves as follows, on every engine:
 *
 * <ul>
 *   <li>Each row, and each item that is stored as a row, is whole and shows one moment: its newest
 *       committed state when it was read. Two rows of one page may show different moments: one
 *       before a write, the other after it.
 *   <li>The next page begins behind the last key of the previous page, and is read anew. So a row
 *       that exists throughout and keeps its place in the list is seen once. A row that is added
 *       before that last key is missed, and one that is added behind it is seen; a row that is
 *       removed behind it is not seen. Towards the beginning of a list it is the same: there the
 *       page ends before the first key of the page that it precedes.
 *   <li>A row that changes its place may be seen twice, or never: because it is written anew under
 *       another key, or because the ordering columns of an index change.
 *   <li>A list and the rows that it names take two reads: when a row is read, it may be gone, or
 *       may no longer match the list.
 * </ul>
 *
 * <p>In a {@link StoreTransaction} on an engine with snapshot reads (RocksDB), all pages show the
 * moment at which the transaction began, and none of this happens. On other engines, pages are as
 * above in a transaction too, and the commit does not validate the rows and items that a scan or a
 * range of items has read.
 *
 * <h2>Both directions</h2>
 *
 * <p>Every list can be read from its beginning and from its end, and from each cursor either way
 * ({@link Paging}). A page costs the same in both directions, on every engine and with every
 * storage and layout, with two exceptions: {@link #scanStored} goes backwards only on an engine
 * that orders whole tables (RocksDB, HBase). And on HBase, a page of cells that is read backwards
 * takes some further round trips if the list is longer than twice the page, and a scan under a
 * prefixed key layout makes more requests in its round trips.
 *
 * <h2>How it fails</h2>
 *
 * <p>Every read throws {@link StoreException} when the store fails. {@link UnavailableException}
 * means that the store cannot answer now, so the same read may succeed later. After any other kind,
 * the read may fail again until the fault that the message names is fixed.
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
   * Reads one page of the rows whose keys begin with {@code leading}, in the order of their keys.
   * Under a prefixed key layout, a range of each prefix that can have such rows is read, and the
   * rows are merged: with some thousand prefixes two to four round trips if rows are small and the
   * prefixes share them evenly. Such a page reads about a row of each prefix, so with many prefixes
   * read long pages. Over all pages, every row that exists throughout is seen once, even if other
   * rows are written in between. The exception is rows with equal keys, which layouts without
   * look-ups admit: some of them may be missing. A page may show only one of two rows as changed by
   * the same write, especially if their prefixes differ.
   *
   * <p>An engine that orders rows only within a partition (Cassandra) refuses a scan with fewer
   * values than the partition has columns. With one exception: with an empty {@code leading}, under
   * the layout {@code plain}, it reads all rows in stored order, forwards only, as {@link
   * #scanStored} does. {@link Store#isStoredInKeyOrder} tells whether that is the order of the
   * keys.
   *
   * @param leading the leading part of the keys, empty for all rows
   * @throws org.portolan.engine.CapabilityException if the engine has no such order
   */
  Slice<EntityRow> scan(String entity, Tuple leading, Columns columns, Paging paging);

  /**
   * Reads one page of all rows in the order in which the engine stores them: one range under every
   * key layout. Meant for exports and checks. Every row that exists throughout is seen once; a row
   * that is added meanwhile may be seen or not, since its place can be anywhere.
   *
   * @throws org.portolan.engine.CapabilityException if the paging is backwards and the engine does
   *     not order whole tables
   */
  Slice<EntityRow> scanStored(String entity, Columns columns, Paging paging);

  /** Reads an item of a collection by its key. */
  Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey);

  /**
   * Reads one page of the items of a row, in the order of their keys. Items that exist throughout
   * are seen once over all pages; no item is seen twice, since its key is its place. The moment
   * that a page shows depends on the storage:
   *
   * <ul>
   *   <li>{@code object}: one value, so one moment; the next page reads the value as it is then.
   *   <li>{@code cells}: one read of one row. On an engine whose transactions span only the columns
   *       of a row (Cassandra), the page may show one of two items of the same write.
   *   <li>{@code rows}: a scan; two items may show different moments.
   *   <li>{@code rows} listed by another collection: first the keys, then the rows, in several
   *       round trips. An item deleted in between is left out.
   * </ul>
   *
   * <p>On a {@link Store.Guarantee#REPAIRED} store, items outside the row follow its commit.
   */
  Slice<Item> items(String entity, Tuple key, String collection, Paging paging);

  /**
   * Reads one page of an index: the keys of the rows listed under {@code value}, in the order of
   * the index. All buckets are read in one round trip; if they hold cells logged as removed, a page
   * may need another. In a transaction, too, an index shows the state committed before, and reading
   * an index that is stored in objects makes the write conflict with every other write that changes
   * these objects.
   *
   * <p>Outside a transaction, the buckets of one page may show different moments, unless there is
   * only one bucket. So even one page may list a row twice or not at all while its ordering columns
   * change. While a delta bucket is merged, one read may overlook the changes that are being moved:
   * it may miss a row added lately, or list a row removed lately. The next read is right. With one
   * bucket that is an object, a page shows one moment and lists each row once. With any layout, a
   * row that exists throughout and keeps its place is listed once over all pages, except during
   * merges.
   *
   * <p>On an {@link Store.Guarantee#ATOMIC} store an entry appears and disappears together with its
   * row. On a {@code REPAIRED} store it follows, so a page may still list a row under its old
   * value, or not yet under its new one.
   */
  default Slice<Tuple> index(String index, Tuple value, Paging paging) {
    return index(index, value, Start.NONE, paging);
  }

  /**
   * Like {@link #index(String, Tuple, Paging)}, but begins before the entries that begin with some
   * values, see {@link Start#before}: at the first of them, or, backwards, at the last entry before
   * them.
   */
  default Slice<Tuple> index(String index, Tuple value, Tuple start, Paging paging) {
    return index(index, value, Start.before(start), paging);
  }

  /**
   * Like {@link #index(String, Tuple, Paging)}, but begins at the first entry behind {@code start},
   * or, backwards, at the last entry before it. If the paging has a cursor, the page begins there,
   * and {@code start} has no effect.
   */
  Slice<Tuple> index(String index, Tuple value, Start start, Paging paging);

  /**
   * Returns the key of a random row listed under {@code value}; empty if none is listed. Every row
   * has a chance as long as a bucket holds at most 10,000. Kruber's get_random_elem.
   */
  Optional<Tuple> randomMember(String index, Tuple value, RandomGenerator random);

  /**
   * Returns the value of a counter: the sum of its shards, read in one round trip. In a
   * transaction, too, a counter shows the value committed before; reading it there makes the write
   * conflict with every other write that changes it.
   */
  long counter(String counter);

  /**
   * Returns the value of a counter with {@code least} or {@code greatest} and without {@code by},
   * see {@link #extreme(String, Tuple)}.
   */
  default Optional<Object> extreme(String counter) {
    return extreme(counter, Tuple.EMPTY);
  }

  /**
   * Returns the value of a counter with {@code least} or {@code greatest}: the least or greatest
   * value of its column in a group of rows, as the class that the column takes. It is the first or
   * last entry of an index, and costs what {@link #index(String, Tuple, Paging)} costs for one
   * entry: a round trip for cells, however many rows there are, and the path from the root to a
   * leaf for a tree. So it falls and rises again when rows are updated and deleted.
   *
   * <p>It shows what an index shows. In a transaction, too, that is the state committed before, and
   * reading a tree makes the write conflict with writes that change the same leaf. On an {@link
   * Store.Guarantee#ATOMIC} store it changes together with the rows. On a {@code REPAIRED} store it
   * follows, so for a moment it may be the value of a row that has just been changed or deleted, or
   * not yet that of a new one. Outside a transaction, with several buckets ({@code hashed(k)}), it
   * may overlook a row that is being moved from one value to another.
   *
   * @param group the values of the columns of {@code by}, in their order; empty without {@code by}
   * @return empty if the group has no row in which the column is not null
   * @throws IllegalArgumentException if the counter is no least or greatest value, or the group has
   *     another number of columns
   */
  Optional<Object> extreme(String counter, Tuple group);
}
