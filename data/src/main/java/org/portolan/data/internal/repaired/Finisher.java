package org.portolan.data.internal.repaired;

import java.util.List;
import org.portolan.data.internal.repaired.Outbox.Secondary;
import org.portolan.engine.Durability;
import org.portolan.engine.RowKey;

/** Finishes what a write has left of a row, whoever began it. Thread-safe. */
final class Finisher {
  private final RowStore store;
  private final Applier applier;

  Finisher(RowStore store, Applier applier) {
    this.store = store;
    this.applier = applier;
  }

  /** What was found of a row, and done. */
  enum Found {
    /** Nothing was left to do. */
    SETTLED,
    /** What was left has been done. */
    FINISHED,
    /** What is left is so young that its writer is probably still at it. */
    YOUNG,
    /** Others changed the row meanwhile: what is left they have taken over. */
    OVERTAKEN
  }

  /**
   * Finishes a row.
   *
   * @param ageMinMillis how old what is left must be to be touched
   */
  Found finish(RowKey row, long ageMinMillis) {
    long knownNanos = System.nanoTime();
    return finish(row, store.state(row), knownNanos, ageMinMillis);
  }

  /** As {@link #finish(RowKey, long)}, of a state that was current at {@code knownNanos}. */
  Found finish(RowKey row, WriteState state, long knownNanos, long ageMinMillis) {
    if (state.isSettled()) {
      return Found.SETTLED;
    }
    Outbox outbox = store.outbox(state);
    if (store.clock().millis() - outbox.oldestVersion(state.version()) < ageMinMillis) {
      return Found.YOUNG;
    }
    if (!rollForward(outbox.secondaries())
        || !applier.apply(outbox.followUps(), knownNanos, Durability.SYNCED, null)) {
      return Found.OVERTAKEN;
    }
    return clear(row, state) ? Found.FINISHED : Found.OVERTAKEN;
  }

  boolean rollForward(List<Secondary> secondaries) {
    return secondaries.isEmpty();
  }

  private boolean clear(RowKey row, WriteState state) {
    return store.engine().mutate(cleared(row, state), Durability.BUFFERED);
  }

  /** Returns the mutation that says of a row that nothing is left to be done. */
  static org.portolan.engine.Mutation cleared(RowKey row, WriteState state) {
    return state.changed(row, state.with(java.util.Optional.empty(), state.intent()));
  }
}
