package org.portolan.data.internal.repaired.commit;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.portolan.data.RetryPolicy;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.Trace;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.write.MutationSizes;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;

/**
 * The commit of one row: one conditional mutation, and a look-up of its outcome if the answer does
 * not show it.
 *
 * <p>An answer may be lost, and a mutation whose answer was lost may still arrive. A client library
 * may also repeat a mutation whose first answer was lost, and the answer to the repetition is then
 * false. So if the answer is not a plain success, the row is read:
 *
 * <ul>
 *   <li>It has our number, as the last write or among the earlier ones: the commit was made.
 *   <li>It is still in the state before: the commit was not made yet. The version is raised on
 *       condition, so that a late commit finds its condition false.
 *   <li>It is in another state, and either its history reaches back to the state before without our
 *       number, or its version is below ours: another writer won, because the versions of a row
 *       rise until the row is deleted and its state removed.
 *   <li>More writes followed than the row remembers: the outcome is unknown. But a plain no is
 *       believed while it is fresh: on a hot row it nearly always means another writer, and an
 *       engine must not let a client library repeat a commit.
 * </ul>
 *
 * <p>See {@code docs/life-of-a-write.md}: step 3.
 */
public final class RowCommit {
  private static final int LOOKS_MAX = 20;
  private static final Duration LOOKING_MAX = Duration.ofSeconds(30);

  /** The time after a commit was sent within which the answer no means that it was not made. */
  private static final Duration NO_BELIEVED_MAX = Duration.ofSeconds(5);

  private static final RetryPolicy LOOKS =
      new RetryPolicy(LOOKS_MAX, Duration.ofMillis(1), Duration.ofMillis(500));

  private final RowStore store;
  private final Intents intents;

  public RowCommit(RowStore store, Intents intents) {
    this.store = store;
    this.intents = intents;
  }

  /** Commits a row that is registered. */
  public void commit(RowPlan plan, Durability durability, Trace trace) {
    commit(plan, durability, trace, () -> {});
  }

  /**
   * Commits a row.
   *
   * @param whenLost called if the answer was lost, before the row is looked at; must not throw
   * @throws ConflictException if another write got in between; nothing is changed, nor will be
   * @throws OutcomeUnknownException if it is unknown whether the row was committed
   * @throws org.portolan.engine.UnavailableException if the store does not answer; nothing is
   *     changed
   */
  public void commit(RowPlan plan, Durability durability, Trace trace, Runnable whenLost) {
    Mutation mutation = plan.commit(store.outboxes());
    OutcomeUnknownException lost = null;
    Stopwatch sent = store.runtime().stopwatch();
    try {
      if (mutate(mutation, durability, trace) && !plan.isForgotten()) {
        return;
      }
    } catch (OutcomeUnknownException e) {
      lost = e;
      whenLost.run();
    }
    if (!settle(plan, lost, sent)) {
      throw new ConflictException(Set.of(plan.row()));
    }
  }

  private boolean mutate(Mutation mutation, Durability durability, Trace trace) {
    try {
      return store.engine().mutate(mutation, durability);
    } finally {
      if (trace != null) {
        trace.written(1, MutationSizes.bytes(mutation));
        trace.roundTrip();
      }
    }
  }

  /**
   * Finds out the outcome of a commit whose answer was not success.
   *
   * @param lost the failure with which the answer was lost, null if the answer was that the
   *     condition did not hold
   * @param sent started when the commit was sent
   * @return whether it was committed; if not, it never will be
   * @throws OutcomeUnknownException if it is unknown whether it was committed
   */
  boolean settle(RowPlan plan, OutcomeUnknownException lost, Stopwatch sent) {
    Stopwatch looking = store.runtime().stopwatch();
    RuntimeException last = lost;
    for (int look = 1; look <= LOOKS_MAX; look++) {
      try {
        WriteState now = store.state(plan.row());
        if (now.includes(plan.after().write())) {
          if (lost == null || store.areSeenByAll(List.of(plan.row()), List.of(now))) {
            return true;
          }
        } else if (plan.isForgotten()) {
          throw unknown(plan.row(), lost);
        } else if (now.isAt(plan.before())) {
          // Receipts in the outbox of the state before were brought before this write was planned.
          if (store.tried(intents.raised(plan.row(), now, new Outbox(plan.carried(), List.of())))) {
            return false;
          }
        } else if (now.reachesBackTo(plan.before())
            || (now.version() < plan.after().version() && !isForgotten(plan.before(), now))
            || (lost == null && !sent.exceeds(NO_BELIEVED_MAX))) {
          return false;
        } else {
          // The no may be the answer to a repetition, and the row may have forgotten the first
          // commit since.
          throw unknown(plan.row(), lost);
        }
      } catch (OutcomeUnknownException e) {
        throw e;
      } catch (EngineException e) {
        last = e;
      }
      if (looking.elapsedMonotonic().compareTo(LOOKING_MAX) > 0) {
        break;
      }
      try {
        store.runtime().sleep(LOOKS.waitAfter(look, store.runtime().random()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    throw unknown(plan.row(), last);
  }

  /** Returns whether the row was deleted so long ago that its state, and its past, are gone. */
  private static boolean isForgotten(WriteState before, WriteState now) {
    return before.exists() && !now.exists();
  }

  private static OutcomeUnknownException unknown(RowKey row, RuntimeException cause) {
    return new OutcomeUnknownException(
        "it is unknown whether the write of row "
            + row
            + " was made: its answer was lost, and the row no longer shows it; read the row"
            + " before you write again",
        cause);
  }
}
