package org.portolan.data.internal.repaired;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.commit.Intents.Resolved;
import org.portolan.data.internal.repaired.commit.Receipts;
import org.portolan.data.internal.repaired.recovery.Cleaner;
import org.portolan.data.internal.repaired.recovery.Finisher;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.ConflictException;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The unfinished work of earlier writes that an attempt finds in its rows: locks and outboxes. The
 * attempt settles this work before its own commit, or fails with a {@link ConflictException} and
 * runs again. Thread-safe.
 *
 * <p>See {@code docs/life-of-a-write.md}: step 1, and "Several rows".
 */
final class EarlierWrites {
  private static final Logger LOG = LoggerFactory.getLogger(EarlierWrites.class);

  /** The longest time that a writer waits for another one that has locked its row. */
  private static final Duration LOCK_WAIT_MAX = Intents.GRACE.multipliedBy(2);

  private static final Duration LOCK_LOOK = Duration.ofMillis(20);

  private final RowStore store;
  private final Intents intents;
  private final Finisher finisher;
  private final Receipts receipts;
  private final Cleaner cleaner;

  EarlierWrites(
      RowStore store, Intents intents, Finisher finisher, Receipts receipts, Cleaner cleaner) {
    this.store = store;
    this.intents = intents;
    this.finisher = finisher;
    this.receipts = receipts;
    this.cleaner = cleaner;
  }

  /**
   * Handles a row that was read while another write had it locked. If that write is decided, this
   * row was read as before the write, but other rows of the write may have been read as after it.
   * The attempt could then skip a change that is needed, such as the deletion of a row that does
   * not seem to exist yet; so it runs again.
   */
  void seeDecided(RowKey row) {
    beforeCommit(
        row,
        () -> {
          if (intents.resolve(row, Intents.GRACE_BY_CLOCK) != Resolved.YOUNG) {
            throw new ConflictException(Set.of(row));
          }
        });
  }

  /** A locked row is not changed before the write that has locked it is decided. */
  void refuseLocked(RowKey row, WriteState state) {
    if (state.intent().isEmpty()) {
      return;
    }
    beforeCommit(row, () -> awaitDecision(row));
    throw new ConflictException(Set.of(row));
  }

  private void awaitDecision(RowKey row) {
    Stopwatch waited = store.runtime().stopwatch();
    while (intents.resolve(row, Intents.GRACE_BY_CLOCK) == Resolved.YOUNG
        && waited.elapsedMonotonic().compareTo(LOCK_WAIT_MAX) < 0) {
      try {
        store.runtime().sleep(LOCK_LOOK);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new EngineException(
            "the wait for another write of row "
                + row
                + " was interrupted; this attempt changed nothing",
            e);
      }
    }
  }

  /**
   * Does work for an earlier write. If its outcome is unknown, this does not concern the current
   * write, which runs again.
   */
  private static void beforeCommit(RowKey row, Runnable work) {
    try {
      work.run();
    } catch (OutcomeUnknownException e) {
      LOG.debug("finishing row {} will be retried", row, e);
      throw new ConflictException(Set.of(row));
    }
  }

  /**
   * Returns the follow-ups that earlier writes of a row have left, as far as this process knows.
   * Receipts are not among them: they are brought first.
   */
  List<FollowUp> carried(RowKey row, WriteState state) {
    if (cleaner.knowsApplied(row, state)) {
      return List.of();
    }
    Outbox outbox = store.outbox(state);
    beforeCommit(
        row,
        () -> {
          if (!finisher.rollForward(outbox.secondaries()) || !receipts.bring(row, state, outbox)) {
            throw new ConflictException(Set.of(row));
          }
        });
    return Receipts.others(outbox.followUps());
  }
}
