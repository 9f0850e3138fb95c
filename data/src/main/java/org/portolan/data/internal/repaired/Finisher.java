package org.portolan.data.internal.repaired;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.repaired.Outbox.Secondary;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/** Finishes what a write has left of a row, whoever began it. Thread-safe. */
final class Finisher {
  private final RowStore store;
  private final Applier applier;
  private final Intents intents;
  private final Receipts receipts;

  Finisher(RowStore store, Applier applier, Intents intents, Receipts receipts) {
    this.store = store;
    this.applier = applier;
    this.intents = intents;
    this.receipts = receipts;
  }

  /** What was found of a row, and done. */
  enum Found {
    /** Nothing was left to do. */
    SETTLED,
    /** What was left has been done, and the row says so. */
    FINISHED,
    /** What is left is so young that its writer is probably still at it. */
    YOUNG,
    /** What was left has been done; the row was changed since, or may not say so yet. */
    APPLIED,
    /** The row must be looked at again. */
    OVERTAKEN
  }

  /**
   * Finishes a row.
   *
   * @param ageMin how old what is left must be to be touched
   */
  Found finish(RowKey row, Duration ageMin) {
    Stopwatch known = store.runtime().stopwatch();
    return finish(row, store.state(row), known, ageMin);
  }

  /** As {@link #finish(RowKey, Duration)}, of a state that was current when {@code known} began. */
  Found finish(RowKey row, WriteState state, Stopwatch known, Duration ageMin) {
    if (state.isSettled()) {
      return Found.SETTLED;
    }
    if (state.intent().isPresent()) {
      return resolve(row, ageMin);
    }
    Outbox outbox = store.outbox(state);
    if (!ageMin.isZero()
        && store.runtime().wallMillis() - outbox.oldestVersion(state.version())
            < ageMin.toMillis()) {
      return Found.YOUNG;
    }
    boolean applied =
        rollForward(outbox.secondaries())
            && receipts.bring(row, state, outbox)
            && applier.apply(Receipts.others(outbox.followUps()), known, Durability.SYNCED, null);
    if (!applied) {
      return Found.OVERTAKEN;
    }
    return store.tried(cleared(row, state)) ? Found.FINISHED : Found.APPLIED;
  }

  /**
   * Changes a row of which nothing is left to do, so that a commit on its way finds its condition
   * false.
   *
   * @return whether it is known to have been changed
   */
  boolean raise(RowKey row) {
    WriteState state = store.state(row);
    return state.isSettled() && store.tried(intents.raised(row, state, Outbox.EMPTY));
  }

  /**
   * Makes sure that every read sees of a row that nothing is left to do: where the answer to its
   * clearing was lost, few replicas may have it, and one read may have come from them.
   *
   * @return whether it is so; if not, it may be
   */
  boolean isSettledForAll(RowKey row) {
    WriteState state = store.state(row);
    return state.isSettled() && store.areSeenByAll(List.of(row), List.of(state));
  }

  private Found resolve(RowKey row, Duration ageMin) {
    Duration byClock = ageMin.compareTo(Intents.GRACE) > 0 ? ageMin : Intents.GRACE;
    return switch (intents.resolve(row, byClock)) {
      case YOUNG -> Found.YOUNG;
      case UNDECIDED -> Found.OVERTAKEN;
      case DONE -> {
        // What was rolled forward has an outbox of its own.
        Found rest = finish(row, ageMin);
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
        finish(secondary.row(), Duration.ZERO);
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
