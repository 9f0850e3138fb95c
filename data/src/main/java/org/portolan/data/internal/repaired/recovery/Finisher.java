package org.portolan.data.internal.repaired.recovery;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.repaired.commit.Applier;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.commit.Receipts;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.Outbox.Secondary;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/**
 * Finishes the unfinished write of a row; any process may have begun it. Thread-safe.
 *
 * <p>See {@code docs/life-of-a-write.md}: if the process dies.
 */
public final class Finisher {
  private final RowStore store;
  private final Applier applier;
  private final Intents intents;
  private final Receipts receipts;

  public Finisher(RowStore store, Applier applier, Intents intents, Receipts receipts) {
    this.store = store;
    this.applier = applier;
    this.intents = intents;
    this.receipts = receipts;
  }

  /** The state in which a row was found, and what was done. */
  enum Found {
    /** Nothing was left to do. */
    SETTLED,
    /** The row has been finished, and shows it. */
    FINISHED,
    /** The write is so young that its writer is probably still at work. */
    YOUNG,
    /** The row has been finished; it was changed since, or may not show it yet. */
    APPLIED,
    /** The row must be looked at again. */
    OVERTAKEN
  }

  /**
   * Finishes a row.
   *
   * @param ageMin how old the unfinished write must be to be touched
   */
  public Found finish(RowKey row, Duration ageMin) {
    Stopwatch known = store.runtime().stopwatch();
    return finish(row, store.state(row), known, ageMin);
  }

  /**
   * As {@link #finish(RowKey, Duration)}, for a state that was current when {@code known} began.
   */
  public Found finish(RowKey row, WriteState state, Stopwatch known, Duration ageMin) {
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
   * Changes a settled row, so that a commit on its way finds its condition false.
   *
   * @return whether it is known to have been changed
   */
  boolean raise(RowKey row) {
    WriteState state = store.state(row);
    return state.isSettled() && store.tried(intents.raised(row, state, Outbox.EMPTY));
  }

  /**
   * Makes sure that every read sees a row as settled. If the answer to its clearing was lost, only
   * a few replicas may have the clearing, and a read that saw it may have come from one of them.
   *
   * @return whether every read sees it; if false, this is unknown
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
        // The row that was rolled forward now has the outbox of the intent.
        Found rest = finish(row, ageMin);
        yield rest == Found.SETTLED ? Found.FINISHED : rest;
      }
    };
  }

  /** Rolls rows forward and finishes them; returns whether no row is left to roll forward. */
  public boolean rollForward(List<Secondary> secondaries) {
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

  /** Returns the mutation that marks a row as settled, on condition of its state. */
  public static Mutation cleared(RowKey row, WriteState state) {
    return state.changed(row, state.with(Optional.empty(), Optional.empty()));
  }
}
