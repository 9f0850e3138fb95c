package org.portolan.data.internal.repaired;

import java.util.List;
import java.util.Optional;
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
 * follow-ups. Rows that wait for a dead writer refuse others for {@link #GRACE_MILLIS}.
 */
final class Intents {
  /** How old an intent must be to be rolled back. */
  static final long GRACE_MILLIS = 2_000;

  private static final int LOOKS_MAX = 10;

  private final RowStore store;

  Intents(RowStore store) {
    this.store = store;
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
    // What is left of earlier writes stays, in case the row is rolled back.
    return plan.after().with(plan.before().outbox(), Optional.of(store.outboxes().pack(intent)));
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
   * Rolls a row forward that a committed primary lists, if that has not been done yet.
   *
   * @return whether nothing is left to be rolled forward
   */
  boolean rollForward(Secondary secondary) {
    WriteState state = store.state(secondary.row());
    Optional<Intent> intent = store.intent(state);
    if (intent.isEmpty() || intent.get().write() != secondary.write()) {
      return true;
    }
    store.tried(rollForward(secondary.row(), state, intent.get()));
    return !store.state(secondary.row()).isAt(state);
  }

  /**
   * Rolls a row with an intent forward or back.
   *
   * @param ageMinMillis how old an undecided intent must be to be rolled back
   */
  Resolved resolve(RowKey row, long ageMinMillis) {
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
      } else if (store.runtime().wallMillis() - state.version() < ageMinMillis) {
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

  private boolean raise(RowKey row, WriteState state) {
    return store.tried(raised(row, state));
  }

  /** Returns the mutation that raises a row's version and nothing else. */
  Mutation raised(RowKey row, WriteState state) {
    WriteState next =
        state
            .next(
                state.nextVersion(store.runtime().wallMillis()),
                store.runtime().random().nextLong())
            .with(state.outbox(), state.intent());
    return state.changed(row, next);
  }
}
