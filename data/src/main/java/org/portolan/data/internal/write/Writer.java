package org.portolan.data.internal.write;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.portolan.data.ConflictCause;
import org.portolan.data.RetryPolicy;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.WriteConflictException;
import org.portolan.data.internal.index.IndexChanges.FullDelta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.engine.Transaction;

/** Runs writes in transactions until they commit or have met others too often. Thread-safe. */
public final class Writer {
  private final Engine engine;
  private final StoreSchema schema;
  private final RetryPolicy retryPolicy;
  private final Conflicts conflicts;
  private final Consumer<FullDelta> merger;

  public Writer(
      Engine engine,
      StoreSchema schema,
      RetryPolicy retryPolicy,
      Conflicts conflicts,
      Consumer<FullDelta> merger) {
    this.engine = engine;
    this.schema = schema;
    this.retryPolicy = retryPolicy;
    this.conflicts = conflicts;
    this.merger = merger;
  }

  /**
   * Runs a write.
   *
   * @param trace what to count in, null for nothing
   */
  public <T> T write(Durability durability, Trace trace, Function<StoreTransaction, T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(durability, trace, work);
      } catch (ConflictException e) {
        Set<RowKey> keys = e.keys();
        ConflictCause cause = conflicts.cause(keys);
        boolean givenUp = attempt == retryPolicy.attemptsMax();
        conflicts.met(cause, keys, givenUp);
        if (givenUp) {
          throw new WriteConflictException(cause, keys, attempt, e);
        }
        if (trace != null) {
          trace.retry();
        }
        LockSupport.parkNanos(
            retryPolicy.waitAfter(attempt, ThreadLocalRandom.current()).toNanos());
      }
    }
  }

  private <T> T attempt(Durability durability, Trace trace, Function<StoreTransaction, T> work) {
    List<Mutation> afterCommit;
    List<FullDelta> fullDeltas;
    T result;
    try (Transaction transaction = engine.begin(durability)) {
      StoreWrite write = new StoreWrite(schema, transaction, trace);
      result = work.apply(write);
      write.finish();
      if (!write.wroteAnything()) {
        return result;
      }
      transaction.commit();
      afterCommit = write.afterCommit();
      fullDeltas = write.fullDeltas();
    }
    conflicts.committed();
    if (trace != null) {
      trace.roundTrip();
    }
    if (!afterCommit.isEmpty()) {
      engine.mutateAll(afterCommit, Durability.BUFFERED);
      if (trace != null) {
        afterCommit.forEach(mutation -> trace.written(1, MutationSizes.bytes(mutation)));
        trace.roundTrip();
      }
    }
    if (durability == Durability.SYNCED) {
      // A bulk load would meet the merger at every batch; who runs one merges at its end.
      fullDeltas.forEach(merger);
    }
    return result;
  }
}
