package org.portolan.data.internal.repaired;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.portolan.data.Trace;
import org.portolan.data.internal.write.MutationSizes;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;

/** Makes what follows from committed rows: one batch. Thread-safe. */
final class Applier {
  /**
   * Engines remember removals for an hour: what comes later could bring back what was removed
   * since. So whoever was held up this long since it knew a row's state leaves it to the sweeper,
   * who reads the state anew.
   */
  static final Duration AGE_MAX = Duration.ofMinutes(30);

  private final RowStore store;

  Applier(RowStore store) {
    this.store = store;
  }

  /**
   * Makes follow-ups of states that were known to be current at {@code knownNanos}.
   *
   * @return whether it was done; false if it was too late
   */
  boolean apply(
      Collection<FollowUp> followUps, long knownNanos, Durability durability, Trace trace) {
    if (followUps.isEmpty()) {
      return true;
    }
    if (store.runtime().monotonicNanos() - knownNanos > AGE_MAX.toNanos()) {
      return false;
    }
    List<Mutation> mutations = new ArrayList<>(FollowUp.mutations(followUps));
    store.engine().mutateAll(mutations, durability);
    if (trace != null) {
      mutations.forEach(mutation -> trace.written(1, MutationSizes.bytes(mutation)));
      trace.roundTrip();
    }
    return true;
  }
}
