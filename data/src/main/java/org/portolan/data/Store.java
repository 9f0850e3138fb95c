package org.portolan.data;

import java.util.Optional;
import java.util.function.Function;
import org.portolan.design.Design;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;

/**
 * An open store: data laid out by a design on an engine. Thread-safe; other processes may use the
 * same store at the same time where the engine admits it.
 *
 * <h2>How it fails</h2>
 *
 * Every method throws {@link StoreException} when the store fails. A caller may tell these kinds
 * apart; what they say of a write holds for the whole of it:
 *
 * <table>
 * <caption>Failures of a write</caption>
 * <tr><th>kind</th><th>what was changed</th><th>what to do</th></tr>
 * <tr><td>{@link WriteConflictException}</td><td>nothing</td>
 *   <td>others were faster every time: try again, later or with fewer writers</td></tr>
 * <tr><td>{@link UnavailableException}</td><td>nothing</td>
 *   <td>too few servers answer: try again later</td></tr>
 * <tr><td>{@link InterruptedWaitException}</td><td>nothing</td>
 *   <td>the thread was to stop, and it still is interrupted: end</td></tr>
 * <tr><td>{@link OutcomeUnknownException}</td><td>all or nothing, it cannot be told which</td>
 *   <td>read what was to be written, then decide whether to write again</td></tr>
 * <tr><td>{@link CapabilityException}</td><td>nothing</td>
 *   <td>a limit of the engine: the same will never work; write less at once</td></tr>
 * <tr><td>any other {@link StoreException}</td><td>nothing</td>
 *   <td>the message says what is wrong; until it is put right the same may fail again</td></tr>
 * </table>
 *
 * <p>The exception to "nothing" and to "all": a {@link Durability#BUFFERED} write on a {@link
 * Guarantee#REPAIRED} store may have changed a part of its rows, whichever kind it throws. What the
 * function of a write throws itself passes through as it is, and nothing of that write is changed.
 *
 * <p>{@link #mergeDeltas}, {@link #sweep}, {@link #recount} and a check work in steps. When one
 * fails, the steps before stay done, and it may be called again whatever the failure.
 */
public interface Store extends StoreReader, AutoCloseable {

  /** What holds of every write of a store. */
  enum Guarantee {
    /** All rows, items, indexes and transactional counters of one write change at once. */
    ATOMIC,
    /**
     * On engines whose transactions span one row. The rows of one write change all or none, each at
     * one moment of its own; a write of a single row, the usual one, at one moment. Their items on
     * other rows, index entries and counters follow: before the write returns if nothing fails,
     * otherwise when somebody next writes the row or a sweep passes (see {@link Store#sweep}).
     * Until then an index may still show the entry of the state before, or lack that of the new
     * one, and a counter may lag; none ever shows what was not committed. Nothing acknowledged is
     * lost.
     *
     * <p>A write is validated against others on the rows that it changes, not on those that it only
     * reads. One of {@link Durability#BUFFERED} changes its rows one by one, the row that it
     * touched last after all others: when it fails, a part of them may have changed, and it must be
     * such that running it again makes up for that.
     */
    REPAIRED;

    /** Returns the best guarantee that an engine admits, {@code ATOMIC} if it admits none. */
    public static Guarantee of(Capabilities capabilities) {
      boolean rows =
          (capabilities.transactions() == TransactionScope.ROW
                  || capabilities.transactions() == TransactionScope.COLUMNS)
              && capabilities.conditionalWrite()
              && capabilities.versions();
      return rows ? REPAIRED : ATOMIC;
    }
  }

  /** Returns the URI that opens this store again. */
  String uri();

  Design design();

  Guarantee guarantee();

  /**
   * Returns whether reads are answered within this process, without waiting for a network: a thread
   * that must not be held up for long may then read by itself.
   */
  boolean local();

  /**
   * Runs {@code work} in a transaction and commits it, durably. If others got in between,
   * everything is undone and {@code work} runs again after a short random wait, up to the bound of
   * the store's {@link RetryPolicy}; it must therefore change nothing but the transaction.
   *
   * @return what {@code work} returned in the run that was committed
   * @throws WriteConflictException if others got in between every time; nothing is changed
   * @throws InterruptedWaitException if the thread is interrupted and others got in between;
   *     nothing is changed
   * @throws OutcomeUnknownException if the write may or may not have been made
   * @throws StoreException any other if nothing is changed, see above
   */
  default <T> T write(Function<StoreTransaction, T> work) {
    return write(Durability.SYNCED, work);
  }

  /**
   * As {@link #write(Function)}, with another durability. {@code BUFFERED} is for loads that can be
   * resumed; it leaves delta buckets as they are, call {@link #mergeDeltas} at the end.
   */
  <T> T write(Durability durability, Function<StoreTransaction, T> work);

  /** Makes everything written so far durable. */
  void flush();

  /**
   * Returns this store with every operation counted in {@code trace}. The view shares everything
   * else with this store and need not be closed.
   */
  Store traced(Trace trace);

  /** Returns what the engine's servers count of their work; empty where a client is not told. */
  Optional<ServerMetrics> serverMetrics();

  /** Returns how many writes were committed, retried and given up so far, and on which keys. */
  ConflictStatistics conflicts();

  /**
   * Merges all delta buckets back into their read buckets, without blocking writers: one pass over
   * them. What writers log meanwhile, and a bucket that they change at every attempt, is left for
   * the next call; reads are right all the same. On a {@code REPAIRED} store, which has none, a
   * {@link #sweep}: it folds the changes of counters.
   *
   * @return the number of changes merged
   */
  long mergeDeltas();

  /**
   * Finishes what dead writers have left undone between the commit of a row and what follows from
   * it: one pass over the sessions of the store's processes and the rows that they have registered.
   * Ends sessions that seem dead and folds the additions to counters. Once a day one of all
   * processes also looks at all rows. Touches nothing younger than {@link StoreOptions#sweepGrace},
   * unless its session is ended. A {@code REPAIRED} store sweeps by itself at intervals; an {@code
   * ATOMIC} one has nothing to sweep and returns {@link SweepResult#NOTHING}.
   *
   * @return what was found and done
   */
  SweepResult sweep();

  /**
   * Counts what a counter counts and corrects the counter.
   *
   * <p>On an {@code ATOMIC} store this is for counters outside transactions, which lose a change if
   * the process dies right after a commit. A write that is between its commit and its addition is
   * counted twice: call it when there are no writers, or let {@link #check} repair, which corrects
   * only what several looks find wrong. On a {@code REPAIRED} store counters lose nothing, and the
   * count is of a moment at which no row changed.
   *
   * @return by how much the counter was changed; 0 if it was right
   * @throws DataException if writers left no such moment; nothing is changed
   */
  long recount(String counter);

  /** Returns the check of this store's indexes and counters. */
  StoreCheck check(StoreCheck.Options options);

  @Override
  void close();
}
