package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.data.StoreRuntime;
import org.portolan.data.Trace;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.RowCache;
import org.portolan.data.internal.access.Transactions;
import org.portolan.data.internal.auto.IndexUses;
import org.portolan.data.internal.index.AnnouncedMerges;
import org.portolan.data.internal.index.AnnouncedMerges.Passage;
import org.portolan.data.internal.index.IndexChanges.FullDelta;
import org.portolan.data.internal.process.EpochOverException;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.RowKey;
import org.portolan.engine.Transaction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes on engines with transactions over the store. Rows are changed in the transaction at once,
 * so that it reads its own writes. Indexes and counters are changed at the end, each bucket once.
 *
 * <p>See {@code docs/life-of-a-write.md}: atomic writes.
 */
public final class AtomicAttempts implements WriteAttempts {
  /** The number of logged changes from which a delta bucket is handed to the merger. */
  private static final int DELTA_LENGTH = 64;

  /** The number of attempts to add after a commit; then additions go to the first shards. */
  private static final int GUARDED_ATTEMPTS_MAX = 5;

  private static final Logger LOG = LoggerFactory.getLogger(AtomicAttempts.class);

  private final Engine engine;
  private final Transactions transactions;
  private final StoreSchema schema;
  private final Consumer<FullDelta> merger;
  private final AnnouncedMerges merges;
  private final RowCache innerNodes;
  private final IndexUses uses;
  private final StoreRuntime runtime;
  private final CounterAdditions additions;

  /**
   * @param transactions those of the writes
   * @param merges those that commits wait for
   * @param innerNodes the inner nodes of trees that are remembered
   * @param uses counts what is done with indexes
   */
  public AtomicAttempts(
      Engine engine,
      Transactions transactions,
      StoreSchema schema,
      Consumer<FullDelta> merger,
      AnnouncedMerges merges,
      RowCache innerNodes,
      IndexUses uses,
      StoreRuntime runtime) {
    this.engine = engine;
    this.transactions = transactions;
    this.schema = schema;
    this.merger = merger;
    this.merges = merges;
    this.innerNodes = innerNodes;
    this.uses = uses;
    this.runtime = runtime;
    this.additions = new CounterAdditions(engine.capabilities().atomicAdd(), runtime);
  }

  @Override
  public boolean mayLeaveParts(Durability durability) {
    return false;
  }

  @Override
  public boolean queues(Durability durability) {
    return true;
  }

  /**
   * {@inheritDoc}
   *
   * <p>If only additions conflict that need not be in the transaction, the work runs again at once:
   * see {@link CounterAdditions}.
   */
  @Override
  public <T> Done<T> make(Durability durability, Trace trace, Work<T> work) {
    for (int number = 1; ; number++) {
      try (CounterAdditions.OfAttempt counters = additions.begin(number)) {
        try {
          return make(durability, trace, work, counters);
        } catch (ConflictException conflict) {
          if (!counters.alone(conflict)) {
            throw conflict;
          }
        }
      }
      if (trace != null) {
        trace.retry();
      }
    }
  }

  private <T> Done<T> make(
      Durability durability, Trace trace, Work<T> work, CounterAdditions.OfAttempt counters) {
    Attempt attempt;
    T result;
    try (Transaction transaction = transactions.begin(durability)) {
      attempt = new Attempt(transaction, trace, counters);
      Access access = Access.ofTransaction(transaction, trace, innerNodes, uses);
      StoreWrite write = new StoreWrite(schema, attempt, access, runtime);
      try {
        result = work.run(write);
        write.check();
        attempt.finish(write, access);
      } catch (EngineException | EpochOverException e) {
        throw e;
      } catch (RuntimeException e) {
        requireOneMoment(transaction, e);
        throw e;
      }
      Passage passage = merges.commit(attempt.derived.indexes().deltas());
      try {
        // Also if nothing was written: an engine may tell only now whether all reads show one
        // moment.
        transaction.commit();
      } finally {
        passage.close();
      }
      if (!attempt.wrote) {
        return new Done<>(result, false);
      }
    }
    if (trace != null) {
      trace.roundTrip();
      trace.committed(attempt.rows.size(), attempt.changes, attempt.bytes);
    }
    addAfterCommit(counters, attempt.derived.counters(), trace);
    if (durability == Durability.SYNCED) {
      // A bulk load would conflict with the merger at every batch; it merges at its end.
      attempt.fullDeltas.forEach(merger);
    }
    return new Done<>(result, true);
  }

  /**
   * Turns a failure of the work into a conflict if its reads do not show one moment: no order of
   * the writes explains such a failure, so the caller must not see it; nor if the engine cannot
   * tell.
   */
  private static void requireOneMoment(Transaction transaction, RuntimeException failure) {
    try {
      transaction.validate();
    } catch (EngineException | EpochOverException e) {
      e.addSuppressed(failure);
      throw e;
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private void addAfterCommit(
      CounterAdditions.OfAttempt counters, CounterChanges changes, Trace trace) {
    List<Mutation> additions = counters.following(changes);
    if (additions.isEmpty()) {
      return;
    }
    try {
      if (!transactions.areGuarded() || !isAddedByGuard(additions)) {
        engine.mutateAll(
            transactions.areGuarded() ? counters.followingToFirst(changes) : additions,
            Durability.BUFFERED);
      }
    } catch (RuntimeException e) {
      // The write is committed: it must not fail if a counter that may drift cannot be changed.
      LOG.warn(
          "a write was committed, but the counters at {} were not changed; run a check with repair,"
              + " which counts the rows again",
          additions.stream().map(Mutation::rowKey).toList(),
          e);
      return;
    }
    if (trace != null) {
      additions.forEach(mutation -> trace.written(1, MutationSizes.bytes(mutation)));
      trace.roundTrip();
      trace.followed(additions.size(), additions.stream().mapToLong(MutationSizes::bytes).sum());
    }
  }

  /**
   * Makes additions if this process still works by the design in force, or by the one before. If it
   * was held up since the commit, other processes may have changed the shards: an addition to one
   * that nobody reads any more would be lost.
   *
   * @return false if nothing was added: this process was fenced, or the shards are contended
   */
  private boolean isAddedByGuard(List<Mutation> additions) {
    for (int attempt = 1; attempt <= GUARDED_ATTEMPTS_MAX; attempt++) {
      try (Transaction transaction = transactions.begin(Durability.BUFFERED)) {
        additions.forEach(transaction::mutate);
        transaction.commit();
        return true;
      } catch (ConflictException e) {
        LOG.debug("additions met others, attempt {}", attempt, e);
      } catch (EpochOverException e) {
        return false;
      }
    }
    return false;
  }

  /** One transaction and its derived changes. */
  private final class Attempt implements WriteTarget {
    final DerivedChanges derived = new DerivedChanges();
    final List<FullDelta> fullDeltas = new ArrayList<>();
    private final Transaction transaction;
    private final Trace trace;
    private final CounterAdditions.OfAttempt counters;
    private final Set<RowKey> writtenRows = new HashSet<>();

    /** The rows of entities and items, as against those of derived changes. */
    private final Set<RowKey> rows = new HashSet<>();

    private int changes;
    private long bytes;
    private boolean wrote;

    Attempt(Transaction transaction, Trace trace, CounterAdditions.OfAttempt counters) {
      this.transaction = transaction;
      this.trace = trace;
      this.counters = counters;
    }

    @Override
    public Reader reader() {
      return transaction;
    }

    @Override
    public void change(RowKey owner, Mutation mutation) {
      changeRow(mutation);
    }

    @Override
    public DerivedChanges derived(RowKey owner) {
      return derived;
    }

    /** Makes the changes of objects, trees and indexes, and of counters as far as they join. */
    void finish(StoreWrite write, Access access) {
      write.objectMutations().forEach(this::changeRow);
      write.treeChanges().forEach(derived.indexes()::add);
      if (!derived.indexes().isEmpty()) {
        derived
            .indexes()
            .mutations(access, DELTA_LENGTH, fullDeltas, runtime.random())
            .forEach(this::derive);
      }
      counters.joining(derived.counters()).forEach(this::derive);
    }

    private void changeRow(Mutation mutation) {
      mutate(mutation);
      if (trace != null) {
        rows.add(mutation.rowKey());
      }
    }

    private void derive(Mutation mutation) {
      mutate(mutation);
      changes += mutation.changes().size();
    }

    private void mutate(Mutation mutation) {
      wrote = true;
      transaction.mutate(mutation);
      if (trace != null) {
        long size = MutationSizes.bytes(mutation);
        bytes += size;
        trace.written(writtenRows.add(mutation.rowKey()) ? 1 : 0, size);
      }
    }
  }
}
