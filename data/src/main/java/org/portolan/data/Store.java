package org.portolan.data;

import java.util.function.Function;
import org.portolan.design.Design;
import org.portolan.engine.Durability;

/**
 * An open store: data laid out by a design on an engine. Thread-safe; other processes may use the
 * same store at the same time where the engine admits it.
 */
public interface Store extends StoreReader, AutoCloseable {

  /** What holds of every write of a store. */
  enum Guarantee {
    /** All rows, items, indexes and transactional counters of one write change at once. */
    ATOMIC
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
   * @throws WriteConflictException if others got in between every time
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

  /** Returns how many writes were committed, retried and given up so far, and on which keys. */
  ConflictStatistics conflicts();

  /**
   * Merges all delta buckets back into their read buckets, without blocking writers: one pass over
   * them. What writers log meanwhile, and a bucket that they change at every attempt, is left for
   * the next call; reads are right all the same.
   *
   * @return the number of changes merged
   */
  long mergeDeltas();

  /**
   * Counts what a counter counts and puts the counter right. For counters outside transactions,
   * which lose a change if the process dies right after a commit; of these, a write that is between
   * its commit and its addition at that moment is counted twice, so call it when there are none.
   *
   * @return by how much the counter was changed; 0 if it was right
   */
  long recount(String counter);

  /** Returns the check of this store's indexes and counters. */
  StoreCheck check(StoreCheck.Options options);

  @Override
  void close();
}
