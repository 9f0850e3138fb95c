package org.portolan.data.internal.check;

import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.Transactions;
import org.portolan.data.internal.check.Recount.Total;
import org.portolan.data.internal.counter.CounterReads;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Change;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.Transaction;

/**
 * Compares counters if transactions span the store: a counter and its rows or items are read in one
 * transaction.
 *
 * <p>Two corrections at once would correct the same error twice. On a local engine with snapshot
 * reads, a lock keeps them apart, and writers go on meanwhile: a snapshot shows one moment, so the
 * difference stays right even if they add to the counter. On other engines, the correction is part
 * of the transaction that has read the counter, which conflicts with other corrections and with
 * writers.
 *
 * <p>A counter outside the transactions of the rows lags behind them: a look may find rows whose
 * additions have not arrived yet. So a correction may need several looks, and another correction
 * between them would correct the same error. Each look reads the number of corrections, and a
 * correction based on a look with another number is not made. Thread-safe.
 */
public final class AtomicCounterLook implements CounterLook {
  /** How often rows are counted if the counter changes meanwhile. */
  private static final int ATTEMPTS_MAX = 3;

  private final Transactions transactions;
  private final Capabilities capabilities;
  private final Lock correcting;

  /**
   * Creates the look of a store.
   *
   * @param transactions those of the looks
   * @param capabilities of the engine
   * @param correcting held while a counter is corrected; the same for all users of the engine
   */
  public AtomicCounterLook(Transactions transactions, Capabilities capabilities, Lock correcting) {
    this.transactions = transactions;
    this.capabilities = capabilities;
    this.correcting = correcting;
  }

  @Override
  public Counted look(CounterSchema counter, Correction correction, Consumer<Long> looked) {
    if (correction == Correction.NONE) {
      return attempts(counter, correction, looked);
    }
    correcting.lock();
    try {
      return attempts(counter, correction, looked);
    } finally {
      correcting.unlock();
    }
  }

  private Counted attempts(CounterSchema counter, Correction correction, Consumer<Long> looked) {
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(counter, correction, looked);
      } catch (ConflictException moved) {
        if (attempt == ATTEMPTS_MAX) {
          throw moved;
        }
      }
    }
  }

  private Counted attempt(CounterSchema counter, Correction correction, Consumer<Long> looked) {
    try (Transaction moment = transactions.begin(Durability.SYNCED)) {
      // First: a look that ends without a commit may be of several moments, and must not show the
      // counter before a correction with the number after it.
      long corrections = Corrections.read(moment, counter);
      long value = CounterReads.value(new Access(moment, null), counter);
      Total total = Recount.total(moment, counter, looked);
      Counted counted = new Counted(value, total.count(), corrections, false);
      if (counted.missing() != 0 && mayMix(counter)) {
        requireSame(total, Recount.total(moment, counter, rows -> {}));
      }
      long by = correction.of(counted);
      if (by != 0 && !aloneOnSnapshots()) {
        correct(moment, counter, by, corrections);
      }
      if (by != 0 || counter.design().transactional()) {
        // If reads of a transaction do not show one moment, the commit fails if the counter
        // changed.
        moment.commit();
      }
      if (by == 0) {
        return counted;
      }
      if (aloneOnSnapshots()) {
        try (Transaction alone = transactions.begin(Durability.SYNCED)) {
          correct(alone, counter, by, corrections);
          alone.commit();
        }
      }
      return counted.afterRepair();
    }
  }

  /**
   * Returns whether a count may mix several moments unnoticed: a write that takes one and adds one
   * does not change the counter. A counter that may lag is looked at several times anyway.
   */
  private boolean mayMix(CounterSchema counter) {
    return counter.design().transactional() && !capabilities.snapshotReads();
  }

  /** Refuses a count during which other rows appeared: the counter was right at each moment. */
  private static void requireSame(Total total, Total again) {
    if (!total.equals(again)) {
      throw new ConflictException(Set.of());
    }
  }

  private static void correct(
      Transaction transaction, CounterSchema counter, long by, long corrections) {
    transaction.mutate(
        Mutation.of(
            CounterSchema.TABLE,
            counter.shards().get(0),
            new Change.Add(CounterSchema.FAMILY, by)));
    transaction.mutate(Corrections.write(counter, corrections + 1));
  }

  private boolean aloneOnSnapshots() {
    return capabilities.local() && capabilities.snapshotReads();
  }
}
