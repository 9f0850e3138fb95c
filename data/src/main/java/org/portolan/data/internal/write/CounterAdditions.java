package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * The additions to counters on an engine with transactions over the store: which of them join the
 * transaction of their write, and to which shards they go. Thread-safe.
 *
 * <h2>Why</h2>
 *
 * A counter with {@code transactional: false} need not change in the transaction, but a second
 * transaction costs about as much as the write of one row, and a process that dies between the two
 * loses the addition. So an addition joins the transaction wherever it rarely or never conflicts:
 * on an engine on which additions conflict with nothing, or if the counter has many shards ({@link
 * CounterSchema#joinsTransactions}).
 *
 * <h2>How it fails</h2>
 *
 * Commits of this process that are under way at once add to different shards, as far as there are
 * shards enough. Additions of other processes may still conflict. If nothing else conflicts, the
 * work runs again with other shards; after {@value #JOINED_ATTEMPTS_MAX} such attempts in a row the
 * addition is made after the commit. So these counters never make a writer give up.
 */
final class CounterAdditions {
  /** The number of attempts in which an addition that need not be in the transaction joins it. */
  private static final int JOINED_ATTEMPTS_MAX = 3;

  private final AtomicAdd ability;
  private final boolean mayConflict;
  private final StoreRuntime runtime;

  /** The shards to which attempts of this process that are under way add. */
  private final Set<Tuple> taken = ConcurrentHashMap.newKeySet();

  CounterAdditions(AtomicAdd ability, StoreRuntime runtime) {
    this.ability = ability;
    this.mayConflict = ability != AtomicAdd.WITHOUT_CONFLICT;
    this.runtime = runtime;
  }

  /**
   * Begins an attempt of a write.
   *
   * @param attempt the number of the attempt, from 1; those before met only conflicts of additions
   *     that need not be in the transaction
   */
  OfAttempt begin(int attempt) {
    return new OfAttempt(attempt <= JOINED_ATTEMPTS_MAX);
  }

  /** The additions of one attempt. Used by one thread; its shards are free again when it closes. */
  final class OfAttempt implements AutoCloseable {
    private final boolean joining;
    private final List<Tuple> own = new ArrayList<>();
    private final Set<RowKey> optional = new HashSet<>();

    private OfAttempt(boolean joining) {
      this.joining = joining;
    }

    /** Returns the additions to make in the transaction. */
    List<Mutation> joining(CounterChanges changes) {
      return changes.mutations(this::joins, this::shard);
    }

    /** Returns the additions to make after the commit. */
    List<Mutation> following(CounterChanges changes) {
      return changes.mutations(counter -> !joins(counter), this::shard);
    }

    /** Returns the same additions, made to shards that every design has. */
    List<Mutation> followingToFirst(CounterChanges changes) {
      return changes.mutations(counter -> !joins(counter), counter -> counter.shards().get(0));
    }

    /** Whether an attempt failed only because of additions that need not be in the transaction. */
    boolean alone(ConflictException conflict) {
      return !conflict.keys().isEmpty() && optional.containsAll(conflict.keys());
    }

    private boolean joins(CounterSchema counter) {
      return counter.design().transactional()
          || ((joining || !mayConflict) && counter.joinsTransactions(ability));
    }

    private Tuple shard(CounterSchema counter) {
      Tuple shard = mayConflict ? freeShard(counter) : counter.anyShard(runtime.random());
      if (mayConflict && !counter.design().transactional()) {
        optional.add(new RowKey(CounterSchema.TABLE, shard));
      }
      return shard;
    }

    /** Returns the first shard from a random one on that is free; the random one if none is. */
    private Tuple freeShard(CounterSchema counter) {
      List<Tuple> shards = counter.written();
      if (shards.size() == 1) {
        return shards.get(0);
      }
      int first = runtime.random().nextInt(shards.size());
      for (int step = 0; step < shards.size(); step++) {
        Tuple shard = shards.get((first + step) % shards.size());
        if (taken.add(shard)) {
          own.add(shard);
          return shard;
        }
      }
      return shards.get(first);
    }

    @Override
    public void close() {
      own.forEach(taken::remove);
    }
  }
}
