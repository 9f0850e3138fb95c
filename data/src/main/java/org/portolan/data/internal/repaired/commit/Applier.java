package org.portolan.data.internal.repaired.commit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.Trace;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.write.MutationSizes;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes what remains of committed writes in one batch. Thread-safe.
 *
 * <p>See {@code docs/life-of-a-write.md}: step 4, and several rows.
 */
public final class Applier {
  private static final Logger LOG = LoggerFactory.getLogger(Applier.class);

  /**
   * Engines remember removals for an hour: a change that comes later could bring back an item that
   * was removed since. So if a process was held up this long after it read a row's state, by either
   * clock, it leaves the row to a process that reads the state anew.
   */
  public static final Duration AGE_MAX = Duration.ofMinutes(30);

  /** The shortest time for which engines remember removals, see {@link Mutation#version}. */
  private static final Duration REMOVALS_REMEMBERED = Duration.ofHours(1);

  private final RowStore store;

  public Applier(RowStore store) {
    this.store = store;
  }

  /**
   * Makes follow-ups of states that were current when {@code known} was started.
   *
   * @return whether they were made; false if it was too late
   */
  public boolean apply(
      Collection<FollowUp> followUps, Stopwatch known, Durability durability, Trace trace) {
    return apply(List.of(), followUps, known, durability, trace);
  }

  /**
   * Makes follow-ups of the row that has decided, and with them the mutations that roll locked rows
   * forward.
   *
   * @return as {@link #apply(Collection, Stopwatch, Durability, Trace)}
   */
  public boolean apply(
      List<Mutation> rolls,
      Collection<FollowUp> followUps,
      Stopwatch known,
      Durability durability,
      Trace trace) {
    if (rolls.isEmpty() && followUps.isEmpty()) {
      return true;
    }
    if (known.exceeds(AGE_MAX)) {
      return false;
    }
    List<Mutation> mutations = new ArrayList<>(rolls);
    mutations.addAll(FollowUp.mutations(followUps));
    store.engine().mutateAll(mutations, durability);
    if (trace != null) {
      mutations.forEach(mutation -> trace.written(1, MutationSizes.bytes(mutation)));
      trace.roundTrip();
    }
    // The process was held up after the first look. Nothing could prevent that, but the log must
    // report it.
    if (!followUps.isEmpty() && known.exceeds(REMOVALS_REMEMBERED)) {
      LOG.warn(
          "this process was held up for {} while it changed {}: entries that were removed meanwhile"
              + " may exist again; run a check with repair",
          known.elapsed(),
          followUps.iterator().next().target());
    }
    return true;
  }
}
