package org.portolan.data.internal.repaired;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.internal.read.Access;
import org.portolan.data.internal.repaired.Intents.Resolved;
import org.portolan.data.internal.repaired.MultiRowCommit.Committed;
import org.portolan.data.internal.write.StoreWrite;
import org.portolan.data.internal.write.WriteAttempts;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes on engines of rows.
 *
 * <h2>Why</h2>
 *
 * A write changes the row of an entity and, from it, items, index entries and counters in other
 * rows, which such an engine cannot change at the same moment. So the row changes first, by one
 * conditional mutation, and says in its outbox what follows; that is then made at once, in one
 * batch, each thing at the version of the write, so that neither a repetition nor a late arrival
 * can undo a newer one. The outbox is cleared later, behind the writer's back.
 *
 * <h2>How it fails</h2>
 *
 * <ul>
 *   <li>Before the commit: nothing has happened.
 *   <li>Answer to the commit lost: {@link RowCommit} finds out, and makes sure of it.
 *   <li>After the commit: the write stands and is acknowledged. Whoever writes the row next takes
 *       its outbox over; if nobody does, the {@link Cleaner} of this process or a sweep makes what
 *       it lists. Until then readers may miss what follows; they never see what does not.
 *   <li>Another writer in between: the condition does not hold, the work runs again.
 * </ul>
 *
 * <h2>What it costs</h2>
 *
 * One row: one read, one conditional mutation, one batch; a clearing shared by many. Several rows:
 * see {@link Intents}. A buffered write of n rows: one read, two batches of commits, one batch of
 * follow-ups.
 */
public final class RepairedAttempts implements WriteAttempts {
  private static final Logger LOG = LoggerFactory.getLogger(RepairedAttempts.class);

  /** How long a writer waits for another that has locked its row, at most. */
  private static final Duration LOCK_WAIT_MAX = Duration.ofMillis(2 * Intents.GRACE_MILLIS);

  private static final Duration LOCK_LOOK = Duration.ofMillis(20);

  private final RowStore store;
  private final Applier applier;
  private final Intents intents;
  private final Finisher finisher;
  private final Cleaner cleaner;
  private final RowCommit rowCommit;
  private final MultiRowCommit multiRowCommit;

  RepairedAttempts(
      RowStore store, Applier applier, Intents intents, Finisher finisher, Cleaner cleaner) {
    this.store = store;
    this.applier = applier;
    this.intents = intents;
    this.finisher = finisher;
    this.cleaner = cleaner;
    this.rowCommit = new RowCommit(store);
    this.multiRowCommit = new MultiRowCommit(store, rowCommit, intents);
  }

  @Override
  public <T> Done<T> attempt(
      Durability durability, Trace trace, Function<StoreTransaction, T> work) {
    RowTransaction transaction = new RowTransaction(store, cleaner, trace, this::seeDecided);
    StoreWrite write = new StoreWrite(store.schema(), transaction, new Access(transaction, trace));
    T result = work.apply(write);
    write.check();
    List<RowChange> changes = transaction.changes();
    if (changes.isEmpty()) {
      return new Done<>(result, false);
    }
    Map<RowKey, WriteState> states = transaction.states();
    changes.forEach(change -> refuseLocked(change.row(), states.get(change.row())));
    List<RowPlan> plans = plans(changes, states);
    long knownNanos = store.runtime().monotonicNanos();
    List<Committed> committed = commit(plans, durability, trace);
    if (committed.isEmpty()) {
      cleaner.unfinished(plans.get(plans.size() - 1).row());
    } else {
      follow(committed, knownNanos, durability, trace);
    }
    return new Done<>(result, true);
  }

  /**
   * A row that was read while another write had it locked. If that write is decided, what was read
   * is its past, though other rows of it may have been read as it made them: a write that left the
   * row alone for that, to delete what was not there yet, would be lost.
   */
  private void seeDecided(RowKey row) {
    beforeCommit(
        row,
        () -> {
          if (intents.resolve(row, Intents.GRACE_MILLIS) != Resolved.YOUNG) {
            throw new ConflictException(Set.of(row));
          }
        });
  }

  /** A row that waits for the decision of another write is not changed before. */
  private void refuseLocked(RowKey row, WriteState state) {
    if (state.intent().isEmpty()) {
      return;
    }
    beforeCommit(row, () -> awaitDecision(row));
    throw new ConflictException(Set.of(row));
  }

  private void awaitDecision(RowKey row) {
    long start = store.runtime().monotonicNanos();
    while (intents.resolve(row, Intents.GRACE_MILLIS) == Resolved.YOUNG
        && store.runtime().monotonicNanos() - start < LOCK_WAIT_MAX.toNanos()) {
      store.pause(LOCK_LOOK);
    }
  }

  /** Does something for an earlier write. That its outcome is unknown says nothing of this one. */
  private static void beforeCommit(RowKey row, Runnable work) {
    try {
      work.run();
    } catch (OutcomeUnknownException e) {
      LOG.debug("finishing row {} is tried again", row, e);
      throw new ConflictException(Set.of(row));
    }
  }

  private List<Committed> commit(List<RowPlan> plans, Durability durability, Trace trace) {
    if (plans.size() == 1) {
      RowPlan plan = plans.get(0);
      rowCommit.commit(plan, durability, trace);
      return List.of(new Committed(plan.row(), plan.after(), plan.outbox()));
    }
    return durability == Durability.BUFFERED
        ? multiRowCommit.commitEach(plans, durability, trace)
        : multiRowCommit.commitTogether(plans, durability, trace);
  }

  private List<RowPlan> plans(List<RowChange> changes, Map<RowKey, WriteState> states) {
    RandomGenerator random = store.runtime().random();
    Planner planner = new Planner(store, random, random.nextLong());
    List<RowPlan> plans = new ArrayList<>(changes.size());
    for (RowChange change : changes) {
      WriteState state = states.get(change.row());
      plans.add(planner.plan(change, state, carried(change.row(), state)));
    }
    return plans;
  }

  /** Returns what earlier writes of a row have left to be made, as far as this process knows. */
  private List<FollowUp> carried(RowKey row, WriteState state) {
    if (cleaner.knowsApplied(row, state)) {
      return List.of();
    }
    Outbox outbox = store.outbox(state);
    beforeCommit(
        row,
        () -> {
          if (!finisher.rollForward(outbox.secondaries())) {
            throw new ConflictException(Set.of(row));
          }
        });
    return outbox.followUps();
  }

  /** Makes what follows from committed rows; a failure is no failure of the write. */
  private void follow(
      List<Committed> committed, long knownNanos, Durability durability, Trace trace) {
    List<FollowUp> followUps = new ArrayList<>();
    committed.forEach(row -> followUps.addAll(row.outbox().followUps()));
    boolean done = false;
    try {
      done = applier.apply(followUps, knownNanos, durability, trace);
    } catch (EngineException e) {
      LOG.warn("what follows from a committed write is made later: {}", e.getMessage());
      LOG.debug("the failure", e);
    }
    for (Committed row : committed) {
      if (!done) {
        cleaner.unfinished(row.row());
      } else if (row.outbox().isEmpty()) {
        cleaner.settled(row.row(), row.state());
      } else {
        cleaner.applied(row.row(), row.state());
      }
    }
  }
}
