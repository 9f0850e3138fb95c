package org.portolan.data.internal.repaired;

import java.util.List;
import java.util.Optional;
import org.portolan.data.internal.repaired.Outbox.Secondary;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/** Finishes what a write has left of a row, whoever began it. Thread-safe. */
final class Finisher {
  private final RowStore store;
  private final Applier applier;
  private final Intents intents;

  Finisher(RowStore store, Applier applier, Intents intents) {
    this.store = store;
    this.applier = applier;
    this.intents = intents;
  }

  /** What was found of a row, and done. */
  enum Found {
    /** Nothing was left to do. */
    SETTLED,
    /** What was left has been done. */
    FINISHED,
    /** What is left is so young that its writer is probably still at it. */
    YOUNG,
    /** What was left has been done; others have changed the row since. */
    APPLIED,
    /** Others change the row too fast. */
    OVERTAKEN
  }

  /**
   * Finishes a row.
   *
   * @param ageMinMillis how old what is left must be to be touched
   */
  Found finish(RowKey row, long ageMinMillis) {
    long knownNanos = store.runtime().monotonicNanos();
    return finish(row, store.state(row), knownNanos, ageMinMillis);
  }

  /** As {@link #finish(RowKey, long)}, of a state that was current at {@code knownNanos}. */
  Found finish(RowKey row, WriteState state, long knownNanos, long ageMinMillis) {
    if (state.isSettled()) {
      return Found.SETTLED;
    }
    if (state.intent().isPresent()) {
      return resolve(row, ageMinMillis);
    }
    Outbox outbox = store.outbox(state);
    if (store.runtime().wallMillis() - outbox.oldestVersion(state.version()) < ageMinMillis) {
      return Found.YOUNG;
    }
    boolean applied =
        rollForward(outbox.secondaries())
            && applier.apply(outbox.followUps(), knownNanos, Durability.SYNCED, null);
    if (!applied) {
      return Found.OVERTAKEN;
    }
    return store.tried(cleared(row, state)) ? Found.FINISHED : Found.APPLIED;
  }

  private Found resolve(RowKey row, long ageMinMillis) {
    return switch (intents.resolve(row, Math.max(ageMinMillis, Intents.GRACE_MILLIS))) {
      case YOUNG -> Found.YOUNG;
      case UNDECIDED -> Found.OVERTAKEN;
      case DONE -> {
        // What was rolled forward has an outbox of its own.
        Found rest = finish(row, ageMinMillis);
        yield rest == Found.SETTLED ? Found.FINISHED : rest;
      }
    };
  }

  /** Rolls rows forward and finishes them; returns whether none is left to be rolled forward. */
  boolean rollForward(List<Secondary> secondaries) {
    boolean all = true;
    for (Secondary secondary : secondaries) {
      boolean forward = intents.rollForward(secondary);
      if (forward) {
        finish(secondary.row(), 0);
      }
      all &= forward;
    }
    return all;
  }

  /** Returns the mutation that says of a row that nothing is left to be done. */
  static Mutation cleared(RowKey row, WriteState state) {
    return state.changed(row, state.with(Optional.empty(), Optional.empty()));
  }
}
