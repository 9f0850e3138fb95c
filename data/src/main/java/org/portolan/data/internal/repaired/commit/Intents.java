package org.portolan.data.internal.repaired.commit;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.repaired.state.Intent;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.Outbox.Secondary;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/**
 * The locks of a write of several rows. One of the rows, the primary, decides for all.
 *
 * <h2>Why</h2>
 *
 * The engine cannot change two rows together. So every row but the primary is first locked: it gets
 * the intent, which is its new content. It keeps its old content too, and readers still see that.
 * Then the primary is committed like a single row, and its outbox lists the locked rows: this
 * commit is the decision. Then the intents are rolled forward.
 *
 * <h2>How it fails</h2>
 *
 * A process that meets an intent looks at the primary. If its outbox lists the row, the write is
 * decided: the process rolls the row forward. If not, and the intent is young, the writer is
 * probably still at work: the process waits. If not, and the intent is old, the process raises the
 * primary's version, so that a late commit finds its condition false, and rolls the row back. If
 * the primary itself is locked, its version need not be raised: every commit is on condition of a
 * state without an intent. So all rows change or none, wherever the writer died.
 *
 * <h2>What it costs</h2>
 *
 * One read and four more round trips, for any number of rows: intents, decision, roll forward,
 * follow-ups. Rows that a dead writer has locked refuse other writers for {@link #GRACE}, by the
 * clock of the process that meets them: a version does not show an intent's age if its writer's
 * clock was ahead.
 *
 * <p>See {@code docs/life-of-a-write.md}: several rows.
 */
public final class Intents {
  /** How long a process must have seen an intent before it rolls it back. */
  public static final Duration GRACE = Duration.ofSeconds(2);

  /** How old an intent must be by the wall clock if it was not seen before. */
  public static final Duration GRACE_BY_CLOCK = GRACE.plus(StoreOptions.CLOCK_SKEW_MAX);

  private static final int SIGHTINGS_MAX = 1_000;

  private static final int LOOKS_MAX = 10;

  private final RowStore store;
  private final Receipts receipts;
  private final Map<Sighting, Stopwatch> sightings =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Sighting, Stopwatch> eldest) {
          return size() > SIGHTINGS_MAX;
        }
      };

  /** An intent that was met. */
  private record Sighting(RowKey row, long write) {}

  public Intents(RowStore store, Receipts receipts) {
    this.store = store;
    this.receipts = receipts;
  }

  /** The outcome for an intent. */
  public enum Resolved {
    /** The row no longer has the intent. */
    DONE,
    /** The intent is young, and its writer is probably still at work. */
    YOUNG,
    /** Others change the rows too fast for a decision. */
    UNDECIDED
  }

  /** Returns the state in which a row waits for the decision. */
  WriteState locked(RowPlan plan, RowKey primary) {
    Intent intent = new Intent(plan.content(), plan.outbox(), primary, plan.after().write());
    // Follow-ups of earlier writes stay, in case the row is rolled back; receipts were brought.
    Outbox left = new Outbox(plan.carried(), List.of());
    // What the write adds is not there before it is rolled forward.
    return plan.after()
        .counted(plan.before().counted())
        .with(store.outboxes().pack(left), Optional.of(store.outboxes().pack(intent)));
  }

  /** Returns the state of a locked row after it was rolled forward. */
  WriteState rolledForward(RowKey row, WriteState locked, Intent intent) {
    WriteState next = locked.next(locked.version() + 1, store.runtime().random().nextLong());
    return store
        .counted(row, locked, next, intent.outbox())
        .with(store.outboxes().pack(intent.outbox()), Optional.empty());
  }

  private Mutation rollForward(RowKey row, WriteState locked, Intent intent) {
    return RowPlan.commit(row, locked, rolledForward(row, locked, intent), intent.columns());
  }

  /** Returns the mutation that removes an intent together with the number of its write. */
  Mutation rollBack(RowKey row, WriteState locked) {
    return locked.changed(
        row,
        new WriteState(
            locked.version() + 1,
            store.runtime().random().nextLong(),
            locked.earlier(),
            locked.outbox(),
            Optional.empty(),
            locked.counted()));
  }

  /**
   * Rolls a row forward that a committed primary lists, unless this has been done. Every read must
   * then see it: once the primary no longer lists the row, no other process will roll it forward.
   *
   * @return whether nothing is left to roll forward
   */
  public boolean rollForward(Secondary secondary) {
    WriteState state = store.state(secondary.row());
    Duration age = Duration.ofMillis(store.runtime().wallMillis() - secondary.version());
    if (!state.exists() && age.compareTo(WriteState.KEEP_DELETED) >= 0) {
      // The row was deleted, and its state was removed since.
      return true;
    }
    if (state.version() < secondary.version()) {
      // The row was locked at that version before its primary was committed: this is its past.
      return false;
    }
    Optional<Intent> intent = store.intent(state);
    if (intent.isPresent() && intent.get().write() == secondary.write()) {
      boolean made = store.tried(rollForward(secondary.row(), state, intent.get()));
      WriteState now = store.state(secondary.row());
      return !now.isAt(state) && (made || isSeenByAll(secondary.row(), now));
    }
    return isSeenByAll(secondary.row(), state);
  }

  private boolean isSeenByAll(RowKey row, WriteState state) {
    return store.areSeenByAll(List.of(row), List.of(state));
  }

  /**
   * Rolls a row with an intent forward or back.
   *
   * @param ageByClock how old an undecided intent must be, by its version, to be rolled back if it
   *     was not met before
   */
  public Resolved resolve(RowKey row, Duration ageByClock) {
    for (int look = 1; look <= LOOKS_MAX; look++) {
      WriteState state = store.state(row);
      Optional<Intent> intent = store.intent(state);
      if (intent.isEmpty()) {
        return Resolved.DONE;
      }
      RowKey primary = intent.get().primary();
      WriteState deciding = store.state(primary);
      Secondary secondary = new Secondary(row, state.version(), intent.get().write());
      List<Secondary> decided = store.outbox(deciding).secondaries();
      if (decided.contains(secondary)) {
        // A reader that finds this row changed must also find the primary changed. Otherwise a
        // write could read a guard row as a deletion has left it, and then still find the deleted
        // row.
        if (isSeenByAll(primary, deciding)) {
          store.tried(rollForward(row, state, intent.get()));
        }
      } else if (isYoung(secondary, ageByClock)) {
        return Resolved.YOUNG;
      } else if (!deciding.includes(secondary.write())
          && (deciding.intent().isPresent() || raise(primary, deciding))) {
        store.tried(rollBack(row, state));
      }
      // Another process may have been faster: look again. If the primary includes the write but no
      // longer lists the row, the row has been rolled forward since it was read.
    }
    return Resolved.UNDECIDED;
  }

  private boolean isYoung(Secondary intent, Duration ageByClock) {
    if (store.runtime().wallMillis() - intent.version() >= ageByClock.toMillis()) {
      return false;
    }
    synchronized (sightings) {
      return sightings
              .computeIfAbsent(
                  new Sighting(intent.row(), intent.write()), any -> store.runtime().stopwatch())
              .elapsedMonotonic()
              .compareTo(GRACE)
          < 0;
    }
  }

  private boolean raise(RowKey row, WriteState state) {
    Outbox outbox = store.outbox(state);
    return receipts.bring(row, state, outbox)
        && store.tried(
            raised(
                row, state, new Outbox(Receipts.others(outbox.followUps()), outbox.secondaries())));
  }

  /**
   * Returns the mutation that only raises a row's version, so that a commit on its way finds its
   * condition false.
   *
   * @param left the outbox that the row keeps: receipts were brought
   */
  public Mutation raised(RowKey row, WriteState state, Outbox left) {
    return raised(row, state, left, 0);
  }

  /**
   * As {@link #raised(RowKey, WriteState, Outbox)}.
   *
   * @param versionMin the lowest version that the row may have afterwards
   */
  public Mutation raised(RowKey row, WriteState state, Outbox left, long versionMin) {
    WriteState next =
        state
            .next(
                state.nextVersion(Math.max(versionMin, store.runtime().wallMillis())),
                store.runtime().random().nextLong())
            .with(store.outboxes().pack(left), state.intent());
    return state.changed(row, next);
  }
}
