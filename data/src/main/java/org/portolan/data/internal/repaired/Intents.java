package org.portolan.data.internal.repaired;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.repaired.Outbox.Secondary;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/**
 * The rows of a write of several: one of them, the primary, decides for all.
 *
 * <h2>Why</h2>
 *
 * No two rows change together. So each other row is first locked: it takes the intent, that is what
 * it is to become, beside its old content, which readers go on seeing. Then the primary is
 * committed like a single row, and its outbox lists the locked ones: that is the moment of
 * decision. Then the intents are rolled forward.
 *
 * <h2>How it fails</h2>
 *
 * Whoever meets an intent looks at the primary. Its outbox lists the row: decided, roll forward. It
 * does not, and the intent is young: the writer is probably still at it, wait. It does not, and the
 * intent is old: raise the primary's version, so that the commit, should it still come, finds its
 * condition false; then roll back. A primary that is locked itself needs no raising: a commit is
 * only ever on condition of a state without an intent. So a write ends in all or nothing wherever
 * its writer died.
 *
 * <h2>What it costs</h2>
 *
 * Beside the one read, four round trips however many the rows: intents, decision, roll forward,
 * follow-ups. Rows that wait for a dead writer refuse others for {@link #GRACE}, by the clock of
 * whoever meets them: a version says nothing of an intent's age if its writer's clock was ahead.
 */
final class Intents {
  /** How long an intent must have been seen to be rolled back. */
  static final Duration GRACE = Duration.ofSeconds(2);

  /** How old it must be by the clock if it was never seen before. */
  static final Duration GRACE_BY_CLOCK = GRACE.plus(StoreOptions.CLOCK_SKEW_MAX);

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

  Intents(RowStore store, Receipts receipts) {
    this.store = store;
    this.receipts = receipts;
  }

  /** What became of an intent that somebody met. */
  enum Resolved {
    /** The row has it no longer. */
    DONE,
    /** It is young, and its writer probably still at it. */
    YOUNG,
    /** Others change the rows too fast to tell. */
    UNDECIDED
  }

  /** Returns the state in which a row waits for the decision. */
  WriteState locked(RowPlan plan, RowKey primary) {
    Intent intent = new Intent(plan.content(), plan.outbox(), primary, plan.after().write());
    // What is left of earlier writes stays, in case the row is rolled back; receipts were brought.
    Outbox left = new Outbox(plan.carried(), List.of());
    return plan.after()
        .with(store.outboxes().pack(left), Optional.of(store.outboxes().pack(intent)));
  }

  /** Returns the state of a locked row after its intent was made true. */
  WriteState rolledForward(WriteState locked, Intent intent) {
    return locked
        .next(locked.version() + 1, store.runtime().random().nextLong())
        .with(store.outboxes().pack(intent.outbox()), Optional.empty());
  }

  private Mutation rollForward(RowKey row, WriteState locked, Intent intent) {
    return RowPlan.commit(row, locked, rolledForward(locked, intent), intent.columns());
  }

  /** Returns the mutation that takes an intent away, the write's number with it. */
  Mutation rollBack(RowKey row, WriteState locked) {
    return locked.changed(
        row,
        new WriteState(
            locked.version() + 1,
            store.runtime().random().nextLong(),
            locked.earlier(),
            locked.outbox(),
            Optional.empty()));
  }

  /**
   * Rolls a row forward that a committed primary lists, if that has not been done yet. Once the
   * primary lists it no longer nobody else will, so every read must see it.
   *
   * @return whether nothing is left to be rolled forward
   */
  boolean rollForward(Secondary secondary) {
    WriteState state = store.state(secondary.row());
    Duration age = Duration.ofMillis(store.runtime().wallMillis() - secondary.version());
    if (!state.exists() && age.compareTo(Sweeper.KEEP_DELETED) >= 0) {
      // It was deleted, and what remained of it was removed since.
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
   * @param ageByClock how old an undecided intent that was not met before must be, by its version,
   *     to be rolled back
   */
  Resolved resolve(RowKey row, Duration ageByClock) {
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
        store.tried(rollForward(row, state, intent.get()));
      } else if (isYoung(secondary, ageByClock)) {
        return Resolved.YOUNG;
      } else if (!deciding.includes(secondary.write())
          && (deciding.intent().isPresent() || raise(primary, deciding))) {
        store.tried(rollBack(row, state));
      }
      // Somebody may have been faster: look again. A primary that includes the write and lists the
      // row no longer says that the row has been rolled forward since it was read.
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
   * Returns the mutation that raises a row's version and nothing else, so that a commit on its way
   * finds its condition false.
   *
   * @param left what the row goes on to list: receipts were brought
   */
  Mutation raised(RowKey row, WriteState state, Outbox left) {
    WriteState next =
        state
            .next(
                state.nextVersion(store.runtime().wallMillis()),
                store.runtime().random().nextLong())
            .with(store.outboxes().pack(left), state.intent());
    return state.changed(row, next);
  }
}
