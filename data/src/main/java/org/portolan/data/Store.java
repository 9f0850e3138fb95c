package org.portolan.data;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

/**
 * An open store: data laid out by a design on an engine. Thread-safe; other processes may use the
 * same store at the same time if the engine admits it.
 *
 * <h2>How it fails</h2>
 *
 * Every method throws {@link StoreException} when the store fails. A caller may distinguish these
 * kinds; each describes the write as a whole:
 *
 * <table>
 * <caption>Failures of a write</caption>
 * <tr><th>kind</th><th>what was changed</th><th>what to do</th></tr>
 * <tr><td>{@link WriteConflictException}</td><td>nothing</td>
 *   <td>other writers won every race: retry later or with fewer writers</td></tr>
 * <tr><td>{@link RowExistsException}</td><td>nothing</td>
 *   <td>a row to insert exists: another key, or an update of that row</td></tr>
 * <tr><td>{@link ItemExistsException}</td><td>nothing</td>
 *   <td>an item to insert exists: another key, or a put of that item</td></tr>
 * <tr><td>{@link DuplicateValueException}</td><td>nothing</td>
 *   <td>another row has the value of a unique index: another value</td></tr>
 * <tr><td>{@link ConstraintException}</td><td>nothing</td>
 *   <td>a value breaks the rule of its column: another value</td></tr>
 * <tr><td>{@link ReferenceException}, a {@code ConstraintException}</td><td>nothing</td>
 *   <td>a row would refer to one that is not there: write or delete both, see its reason</td></tr>
 * <tr><td>{@link UnavailableException}</td><td>nothing</td>
 *   <td>too few servers answer: retry later</td></tr>
 * <tr><td>{@link StoreBusyException}, of an {@link AsyncStore} only</td><td>nothing</td>
 *   <td>too many calls wait: make the call later</td></tr>
 * <tr><td>{@link InterruptedWaitException}</td><td>nothing</td>
 *   <td>the thread was asked to stop and is still interrupted: let it end</td></tr>
 * <tr><td>{@link OutcomeUnknownException}</td><td>all or nothing; it is unknown which</td>
 *   <td>read the rows of the write, then decide whether to write again</td></tr>
 * <tr><td>{@link CapabilityException}</td><td>nothing</td>
 *   <td>a limit of the engine: the same write fails every time; write less at once</td></tr>
 * <tr><td>any other {@link StoreException}</td><td>nothing</td>
 *   <td>the message names the fault; until it is fixed, the same write may fail again</td></tr>
 * </table>
 *
 * <p>There is one exception to "nothing" and to "all": if a {@link Durability#BUFFERED} write on a
 * {@link Guarantee#REPAIRED} store throws an exception of any of these kinds, it may have changed
 * some of its rows, unless it changes values of unique indexes or references. An exception that the
 * function of a write throws itself passes through unchanged, and the write changes nothing.
 *
 * <p>{@link #mergeDeltas}, {@link #sweep}, {@link #recount} and a check work in steps. If a step
 * fails, the steps before it stay done, and the operation may be called again after any failure.
 */
public interface Store extends StoreReader, AutoCloseable {

  /** The guarantee of a store for every write. */
  enum Guarantee {
    /** All rows, items, indexes and transactional counters of one write change at once. */
    ATOMIC,
    /**
     * On engines whose transactions span one row. Either all rows of a write change or none; each
     * row changes as a whole, but two rows may change at different moments. Their items in other
     * rows, index entries and counters follow: before the write returns if nothing fails, otherwise
     * with the next write of the row or the next sweep (see {@link Store#sweep}). Until then an
     * index may still show the old entry or lack the new one, and a counter may lag; neither ever
     * shows an uncommitted change. No acknowledged write is lost.
     *
     * <p>A write is validated against others on the rows that it changes, not on the rows that it
     * only reads. A {@link Durability#BUFFERED} write changes its rows one by one, and last of all
     * the row that it touched last. If it fails, some of its rows may have changed; so it must be
     * repeatable: running it again must complete it. A write that changes values of unique indexes
     * or references changes all its rows or none, also if it is buffered.
     */
    REPAIRED;

    /** Returns the best guarantee that an engine admits, or {@code ATOMIC} if it admits none. */
    public static Guarantee of(Capabilities capabilities) {
      boolean rows =
          (capabilities.transactions() == TransactionScope.ROW
                  || capabilities.transactions() == TransactionScope.COLUMNS)
              && capabilities.conditionalWrite()
              && capabilities.versions();
      return rows ? REPAIRED : ATOMIC;
    }

    /**
     * Returns whether a put of a row reads the row as it was. Then a write that puts many rows of
     * the entity calls {@link StoreTransaction#prefetch} first, and takes one round trip for all.
     */
    public boolean readsBeforePut(EntityDesign entity) {
      return entity.keyLayout().answersLookup()
          && (this == REPAIRED
              || !entity.indexes().isEmpty()
              || !entity.counters().isEmpty()
              || !entity.extremes().isEmpty()
              || !entity.references().isEmpty()
              || !entity.collections().isEmpty());
    }
  }

  /** Returns the URI that opens this store again. */
  String uri();

  Design design();

  Guarantee guarantee();

  /**
   * Returns whether this process answers reads itself, without waiting for a network. If so, even a
   * thread that must not block for long may read.
   */
  boolean local();

  /**
   * Runs {@code work} in a transaction and commits it durably. After a conflict with another
   * writer, everything is undone and {@code work} runs again, as often and as long as the store's
   * {@link RetryPolicy} allows. So {@code work} must change nothing but the transaction. Writes of
   * this store object that contend for a row may be committed together; the outcome is that of
   * writes one after the other, and each {@code work} runs in the thread of its caller.
   *
   * @return the result of {@code work} in the run that was committed
   * @throws WriteConflictException if every attempt conflicted; nothing is changed
   * @throws IllegalStateException if this thread runs a write of this store already
   * @throws InterruptedWaitException if an attempt conflicted and the thread is interrupted;
   *     nothing is changed
   * @throws OutcomeUnknownException if it is unknown whether the write was made
   * @throws StoreException for any other failure; nothing is changed, see above
   */
  default <T> T write(Function<StoreTransaction, T> work) {
    return write(Durability.SYNCED, work);
  }

  /**
   * As {@link #write(Function)}, with another durability. {@code BUFFERED} is for loads that can be
   * resumed. It does not merge delta buckets: call {@link #mergeDeltas} at the end.
   */
  <T> T write(Durability durability, Function<StoreTransaction, T> work);

  /**
   * Deletes a row and all rows that refer to it by references with {@code on-delete: cascade},
   * directly or by others, however many: in several writes, each of which deletes a bounded number
   * of rows. Rows are deleted before those that they refer to, so no row ever refers to nothing; if
   * a write fails, earlier ones stay, and the call can be made again. Needed only if there are more
   * than {@link ReferenceException#CASCADE_MAX} referring rows; fewer are deleted by {@link
   * StoreTransaction#delete}.
   *
   * @return whether the row existed
   * @throws ReferenceException if a row is referred to with {@code on-delete: restrict}, or if more
   *     than {@link ReferenceException#CASCADE_MAX} rows refer to each other in a ring
   */
  default boolean deleteCascading(String entity, Tuple key) {
    return new CascadingDeletion(this).delete(entity, key);
  }

  /**
   * Reads rows of different entities, items, indexes and counters together. {@code reads} adds
   * reads to a batch and returns how their results make one; then all of them are made, in as few
   * round trips as the one that needs the most. Scans of entities, and items that are scanned as
   * rows, take round trips of their own, and do not read ahead.
   *
   * <pre>{@code
   * Page page = store.read(batch -> {
   *   Supplier<Optional<EntityRow>> order = batch.add(r -> r.get("order", id, Columns.ALL));
   *   Supplier<Long> orders = batch.add(r -> r.counter("orders"));
   *   return () -> new Page(order.get(), orders.get());
   * });
   * }</pre>
   *
   * <p>Two reads of one round trip may show different moments, as two reads of {@link
   * StoreReader#getAll} do. A read that fails makes the batch fail.
   *
   * @throws IllegalStateException if a read asks for other rows each time it runs, or takes more
   *     than 1,000 round trips
   * @throws IllegalArgumentException if a read asks for a random member
   */
  <T> T read(Function<ReadBatch, Supplier<T>> reads);

  /**
   * Returns a sequence of numbers, for keys such as SQL's {@code AUTO_INCREMENT} gives. It is kept
   * in a column of a row of an entity of the design, which holds the first number that no process
   * has taken. Without the row the sequence begins at 1, and the first block makes the row. It is
   * exported and imported as any other, and may be put to begin elsewhere while no process uses the
   * sequence. Make it once in each process, when the store is opened, and share it between threads:
   * every call of this method begins a new block. A write that takes numbers must not change the
   * sequence's row itself: it would conflict with every block taken meanwhile, and with a block of
   * 1 always.
   *
   * @param place a column of type long without {@code max}, of an entity without other columns that
   *     are required and have no default
   * @param block how many numbers a process takes at a time, 1 to {@link Sequence#BLOCK_MAX}: the
   *     more, the fewer writes, and the more numbers are lost when a process ends
   * @throws IllegalArgumentException if there is no such column, if the place does not suit, if the
   *     key does not fit or cannot be looked up, or if the block is out of range
   */
  Sequence sequence(Sequence.Place place, int block);

  /** Makes everything written so far durable. */
  void flush();

  /**
   * Returns whether {@link #scanStored} lists the rows of an entity in the order of their keys: the
   * engine orders whole tables, and the key layout has no prefix. Otherwise a caller that needs
   * this order must sort the rows.
   *
   * @throws IllegalArgumentException if the design has no such entity
   */
  boolean isStoredInKeyOrder(String entity);

  /** Returns whether {@link #readSnapshot} is available: on RocksDB it is. */
  boolean hasSnapshots();

  /**
   * Runs reads that all show the moment at which this call began, however long they take; writers
   * go on meanwhile. Memory does not grow with the number of reads. While the call runs, the engine
   * keeps on disk what writers replace.
   *
   * @param work is given a reader for this thread only; after the end of this call the reader
   *     throws {@link IllegalStateException}
   * @return the result of {@code work}
   * @throws IllegalStateException unless {@link #hasSnapshots}
   */
  <T> T readSnapshot(Function<StoreReader, T> work);

  /**
   * Returns the text that {@link #note(String, String)} has kept last under a name. Notes are for
   * long work that must find its place again, as imports do. They are no part of the data: no
   * export contains them.
   */
  Optional<String> note(String name);

  /**
   * Keeps a text under a name, durably when this returns; replaces an earlier text. Atomic, but in
   * no transaction with any row.
   *
   * @param text some kilobytes at most
   * @throws DataException if other processes changed the note at every attempt
   */
  void note(String name, String text);

  /**
   * Begins to fill this store, which must be empty, faster than by writes. Nobody else may use it
   * until the load ends: see {@link StoreLoad}. A process that had the store open before is not
   * kept from it.
   *
   * @return the load; empty if the engine has no way for it, if the store has rows, if it is in a
   *     cluster and this object did not create it (another process may have it open, and what was
   *     once removed from it might remove what is loaded), or if it is {@code REPAIRED} and another
   *     process writes to it
   */
  Optional<StoreLoad> load();

  /** Returns whether a load of this store was begun and not ended. */
  boolean isLoadUnfinished();

  /**
   * Ends an interrupted load: checks everything that is derived from rows, repairs it, and takes
   * the mark away if no fault is left. Rows that were not loaded must be written before. Reads the
   * whole store. If no load is unfinished, this is a check with repair.
   *
   * @param findings receives the faults as they are found
   */
  StoreCheck.Result finishLoad(Consumer<StoreCheck.Finding> findings);

  /**
   * Returns this store with every operation counted in {@code trace}. The view shares everything
   * else with this store and need not be closed.
   */
  Store traced(Trace trace);

  /**
   * Returns a view of this store whose operations run beside the calling thread, within limits of
   * its own. Make it once and share it: each view has its own threads, and the store keeps all of
   * them until it closes.
   */
  AsyncStore async(AsyncOptions options);

  /**
   * Returns the metrics of the engine's servers; empty if the engine does not give them to clients.
   */
  Optional<ServerMetrics> serverMetrics();

  /**
   * Returns whether this process can use the store, with reasons. Reads one row, and waits for the
   * answer for {@link StoreHealth#ANSWER_MAX} at most, whatever the engine does; the other figures
   * are in memory. Calls at the same time share the read. Throws nothing: a store that is closed is
   * {@link StoreHealth.Status#DOWN}.
   */
  StoreHealth health();

  /** Returns what this store object does in the background; makes no call to the engine. */
  StoreActivity activity();

  /** Returns how many writes were committed, retried and given up so far, and on which keys. */
  ConflictStatistics conflicts();

  /**
   * Merges all delta buckets into their read buckets in one pass, without blocking writers. The
   * next call merges the changes that writers log meanwhile, and any bucket that they change at
   * every attempt; until then reads are still right. A {@code REPAIRED} store has no delta buckets;
   * there this is a {@link #sweep}, which folds the changes of counters.
   *
   * @return the number of changes merged
   */
  long mergeDeltas();

  /**
   * Makes the derived changes of writers that died after the commit of a row: one pass over the
   * sessions of the store's processes and the rows that they have registered. Ends sessions that
   * seem dead and folds the additions to counters. Once a day, one of all processes also looks at
   * all rows. Touches nothing younger than {@link StoreOptions#sweepGrace}, unless it ends the
   * session. A {@code REPAIRED} store sweeps by itself at intervals; an {@code ATOMIC} store has
   * nothing to sweep and returns {@link SweepResult#NOTHING}.
   *
   * @return the counts of the sweep
   */
  SweepResult sweep();

  /**
   * Counts the rows or items of a counter and corrects the counter.
   *
   * <p>On an {@code ATOMIC} store this is for counters outside transactions, which lose a change if
   * the process dies right after a commit. A write that is between its commit and its addition is
   * counted twice; so may be any write that is being made, on an engine without snapshot reads
   * (Ignite). So call this when there are no writers, or let {@link #check} repair: it makes only
   * corrections that several looks agree on. On a {@code REPAIRED} store counters lose nothing, and
   * the rows are counted at a moment when none of them changed.
   *
   * @return the amount by which the counter was changed; 0 if it was right
   * @throws DataException if writers left no such moment; nothing is changed
   */
  long recount(String counter);

  /**
   * Finds the items of an entity whose rows do not exist: {@link StoreTransaction#putItem} writes
   * such items, and no export has them. Reads the keys of all items once, a page of 1,000 at a
   * time, and with each page whether their rows exist: one more round trip, and two more for each
   * row that does not. (On Ignite the items are read whole.) Memory is bounded by a page.
   *
   * <p>Others may write meanwhile. An item that is told was there without its row at some moment of
   * the call. Those that are written or removed meanwhile may be left out, on a {@code REPAIRED}
   * store also those of a row whose last write is not finished yet ({@link #sweep} finishes it).
   *
   * @param found told of them, collection by collection; of a row with many items several times,
   *     each time with the number of others
   * @throws IllegalArgumentException if the design has no such entity
   */
  void itemsWithoutRow(String entity, Consumer<ItemsWithoutRow> found);

  /** Returns the check of this store's indexes and counters. */
  StoreCheck check(StoreCheck.Options options);

  /**
   * Changes the design while this process and others go on using the store, or goes on with the
   * same change. Columns, families, collections and entities may be added and dropped; indexes
   * added, dropped or laid out anew; counters dropped, or get more shards or fewer: see {@code
   * docs/evolve.md}. Operations that have begun end by the design before; later ones use the new
   * one as soon as it is in force, and what is added when the call returns; uses of what is dropped
   * fail. It returns when the change is made everywhere, after some seconds for each of its steps,
   * and the time that it takes to list all rows in a new index.
   *
   * <p>If this process dies, or the call fails, applications go on, and the change stays where it
   * is: any process may go on with it by the same call, or give it up.
   *
   * @param options the patience for processes that do not come to a step; its runtime is not used
   * @return the changes that were made, for people; empty if the store has this design already
   * @throws IllegalArgumentException if something else changes, with the reasons; then make the
   *     change by {@link Evolution} while the store is stopped
   * @throws StoreMismatchException if another change is under way
   * @throws DataException if another process does not come to a step in time; or if two rows have
   *     the same value of a unique index that is added, then the change is given up
   * @throws IllegalStateException within a write, a snapshot or another operation of this store
   */
  List<String> evolve(Design design, EvolveOptions options);

  /**
   * Gives up a change of {@link #evolve} that is under way. Afterwards the store has the old
   * design.
   *
   * @return whether a change was under way
   * @throws StoreMismatchException if the new design is in force already
   */
  boolean cancelEvolution(EvolveOptions options);

  /**
   * Closes the store; first ends the calls of its {@link #async} views, see {@link AsyncStore}.
   * Does nothing if it is closed.
   */
  @Override
  void close();
}
