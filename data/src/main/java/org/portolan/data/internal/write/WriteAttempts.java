package org.portolan.data.internal.write;

import java.util.function.Function;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.engine.Durability;

/** Makes single attempts of writes, by the means of the store's engine. Thread-safe. */
public interface WriteAttempts {

  /**
   * Returns whether an attempt that conflicts may have changed a part of its rows: then the write
   * must be run again to be completed.
   */
  boolean mayLeaveParts(Durability durability);

  /** Returns whether writes of this process queue at rows on which they conflict. */
  boolean queues(Durability durability);

  /**
   * The changes of an attempt. An attempt may run it more than once, each time on a new write.
   *
   * @param <T> its result
   */
  @FunctionalInterface
  interface Work<T> {
    T run(StoreWrite write);
  }

  /**
   * The result of an attempt.
   *
   * @param committed whether anything was changed
   */
  record Done<T>(T result, boolean committed) {}

  /**
   * Runs the work once and commits its changes.
   *
   * @param trace counts the operations; null for no count
   * @throws org.portolan.engine.ConflictException if another writer got in between; the work may
   *     run again
   */
  <T> Done<T> make(Durability durability, Trace trace, Work<T> work);

  /** Makes an attempt of one function. */
  default <T> Done<T> attempt(
      Durability durability, Trace trace, Function<StoreTransaction, T> work) {
    return make(durability, trace, write -> TransactionOfWork.run(write, work));
  }
}
