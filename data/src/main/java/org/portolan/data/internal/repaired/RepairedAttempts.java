package org.portolan.data.internal.repaired;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.internal.read.Access;
import org.portolan.data.internal.repaired.Intents.Resolved;
import org.portolan.data.internal.repaired.MultiRowCommit.Committed;
import org.portolan.data.internal.session.Ticket;
import org.portolan.data.internal.write.StoreWrite;
import org.portolan.data.internal.write.WriteAttempts;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
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
 *       its outbox over; if nobody does, the {@link Cleaner} of this process makes what it lists,
 *       or, if this process is dead, another that finds the row registered by its session. Until
 *       then readers may miss what follows; they never see what does not.
 *   <li>Held up before the commit, for however long: the session of this process was ended, its
 *       rows were changed, and the commit finds its condition false.
 *   <li>Another writer in between: the condition does not hold, the work runs again.
 * </ul>
 *
 * <h2>What it costs</h2>
 *
 * One row: one read, one conditional mutation, one batch; a clearing shared by many; of a row not
 * written lately also its registration, in one mutation with those of others and while the row is
 * read. One row from which nothing follows: one read, one conditional mutation. A row that is put
 * and likely new is not read: see {@link NewRows}. Several rows: see {@link Intents}. A buffered
 * write of n rows: one read, two batches of commits, one batch of follow-ups.
 */
public final class RepairedAttempts implements WriteAttempts {
  private static final Logger LOG = LoggerFactory.getLogger(RepairedAttempts.class);

  /** How long a writer waits for another that has locked its row, at most. */
  private static final Duration LOCK_WAIT_MAX = Intents.GRACE.multipliedBy(2);

  private static final Duration LOCK_LOOK = Duration.ofMillis(20);

  private final RowStore store;
  private final Applier applier;
  private final Intents intents;
  private final Finisher finisher;
  private final Receipts receipts;
  private final Cleaner cleaner;
  private final RowCommit rowCommit;
  private final MultiRowCommit multiRowCommit;
  private final NewRows newRows;

  RepairedAttempts(
      RowStore store,
      Applier applier,
      Intents intents,
      Finisher finisher,
      Receipts receipts,
      Cleaner cleaner,
      NewRows newRows) {
    this.newRows = newRows;
    this.store = store;
    this.applier = applier;
    this.intents = intents;
    this.finisher = finisher;
    this.receipts = receipts;
    this.cleaner = cleaner;
    this.rowCommit = new RowCommit(store, intents);
    this.multiRowCommit = new MultiRowCommit(store, rowCommit, intents);
  }

  @Override
  public <T> Done<T> attempt(
      Durability durability, Trace trace, Function<StoreTransaction, T> work) {
    NewRows.Guesses guesses =
        durability == Durability.BUFFERED ? newRows.none() : newRows.guesses();
    try {
      return attempt(guesses, durability, trace, work);
    } catch (ConflictException e) {
      if (!guesses.haveFailed(e.keys())) {
        throw e;
      }
    } catch (CapabilityException e) {
      // More seems to follow from a row that is taken for new than from one that stands.
      if (!guesses.haveFailed(guesses.all())) {
        throw e;
      }
    }
    if (trace != null) {
      trace.retry();
    }
    return attempt(newRows.none(), durability, trace, work);
  }

  private <T> Done<T> attempt(
      NewRows.Guesses guesses,
      Durability durability,
      Trace trace,
      Function<StoreTransaction, T> work) {
    Ticket ticket = cleaner.begin();
    try {
      return attempt(guesses, ticket, durability, trace, work);
    } finally {
      ticket.release();
    }
  }

  private <T> Done<T> attempt(
      NewRows.Guesses guesses,
      Ticket ticket,
      Durability durability,
      Trace trace,
      Function<StoreTransaction, T> work) {
    Stopwatch begun = store.runtime().stopwatch();
    RowTransaction transaction =
        new RowTransaction(store, cleaner, ticket, trace, this::seeDecided, guesses);
    StoreWrite write =
        new StoreWrite(
            store.schema(), transaction, new Access(transaction, trace), store.runtime());
    T result = work.apply(write);
    write.check();
    List<RowChange> changes = transaction.changes();
    if (changes.isEmpty()) {
      return new Done<>(result, false);
    }
    Map<RowKey, WriteState> states = transaction.states();
    guesses.learn(states);
    changes.forEach(change -> refuseLocked(change.row(), states.get(change.row())));
    List<RowPlan> plans = writable(plans(changes, states, ticket.since(), begun), durability);
    List<RowKey> rows = plans.stream().map(RowPlan::row).toList();
    if (leavesNothing(plans)) {
      ticket.requireAlive(rows);
    } else {
      ticket.require(rows);
    }
    Durability made = overOutboxes(plans, durability);
    Stopwatch known = store.runtime().stopwatch();
    List<Committed> committed;
    try {
      committed = commit(plans, durability, made, trace, ticket);
    } catch (ConflictException | UnavailableException | CapabilityException e) {
      if (durability == Durability.BUFFERED && plans.size() > 1) {
        // Each row by itself: some of them may have been.
        rows.forEach(row -> cleaner.unfinished(row, ticket));
      }
      // Otherwise nothing was changed.
      throw e;
    } catch (RuntimeException | Error e) {
      // It may have been: the ticket is kept until each row was seen to list nothing.
      rows.forEach(row -> cleaner.doubtful(row, ticket));
      throw e;
    }
    if (committed.isEmpty()) {
      rows.forEach(row -> cleaner.unfinished(row, ticket));
    } else {
      follow(committed, known, made, trace, ticket);
    }
    return new Done<>(result, true);
  }

  /**
   * Whether a writer that dies leaves nothing to be finished: one row changes, and nothing follows
   * from it. Its commit may still be on its way, but that changes no other row, whenever it comes.
   */
  private static boolean leavesNothing(List<RowPlan> plans) {
    return plans.size() == 1 && plans.get(0).outbox().isEmpty();
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
          if (intents.resolve(row, Intents.GRACE_BY_CLOCK) != Resolved.YOUNG) {
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
                + " was interrupted; nothing was changed by this one",
            e);
      }
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

  /**
   * Refuses a write if the engine would refuse anything of it, now or later: what follows from a
   * commit can only be refused before it. The removal of what the engine would never have taken is
   * left out: such a row, of a release that did not look, could not be changed otherwise.
   */
  private List<RowPlan> writable(List<RowPlan> plans, Durability durability) {
    try {
      requireWritable(plans, durability);
      return plans;
    } catch (CapabilityException e) {
      List<RowPlan> without = plans.stream().map(this::withoutVoidRemovals).toList();
      if (without.equals(plans)) {
        throw e;
      }
      requireWritable(without, durability);
      return without;
    }
  }

  private RowPlan withoutVoidRemovals(RowPlan plan) {
    return plan.with(plan.outbox().followUps().stream().filter(this::mayBeMade).toList());
  }

  private boolean mayBeMade(FollowUp followUp) {
    if (followUp.values() != null) {
      return true;
    }
    try {
      store.engine().requireWritable(FollowUp.mutations(List.of(followUp)));
      return true;
    } catch (CapabilityException e) {
      return false;
    }
  }

  private void requireWritable(List<RowPlan> plans, Durability durability) {
    List<Mutation> all = new ArrayList<>();
    for (RowPlan plan : plans) {
      all.addAll(FollowUp.mutations(plan.outbox().followUps()));
    }
    if (plans.size() == 1 || durability == Durability.BUFFERED) {
      plans.forEach(plan -> all.add(plan.commit(store.outboxes())));
    } else {
      all.addAll(multiRowCommit.mutations(plans));
    }
    store.engine().requireWritable(all);
  }

  /**
   * A buffered write over an outbox is made synced. What the outbox lists was promised by the write
   * before, and nobody else makes it any more: the write before is taken for done with this one.
   */
  private static Durability overOutboxes(List<RowPlan> plans, Durability durability) {
    boolean any = plans.stream().anyMatch(plan -> plan.before().outbox().isPresent());
    return any ? Durability.SYNCED : durability;
  }

  private List<Committed> commit(
      List<RowPlan> plans, Durability asked, Durability durability, Trace trace, Ticket ticket) {
    if (plans.size() == 1) {
      RowPlan plan = plans.get(0);
      rowCommit.commit(plan, durability, trace, () -> ticket.prepare(plan.row()));
      return List.of(new Committed(plan.row(), plan.after(), plan.outbox()));
    }
    return asked == Durability.BUFFERED
        ? multiRowCommit.commitEach(plans, durability, trace, row -> cleaner.doubtful(row, ticket))
        : multiRowCommit.commitTogether(
            plans, durability, trace, row -> cleaner.unfinished(row, ticket));
  }

  private List<RowPlan> plans(
      List<RowChange> changes, Map<RowKey, WriteState> states, long versionMin, Stopwatch begun) {
    Planner planner = new Planner(store, versionMin, begun);
    List<RowPlan> plans = new ArrayList<>(changes.size());
    for (RowChange change : changes) {
      WriteState state = states.get(change.row());
      plans.add(planner.plan(change, state, carried(change.row(), state)));
    }
    return plans;
  }

  /**
   * Returns what earlier writes of a row have left to be made, as far as this process knows, and
   * receipts aside, which are brought.
   */
  private List<FollowUp> carried(RowKey row, WriteState state) {
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

  /** Makes what follows from committed rows; a failure is no failure of the write. */
  private void follow(
      List<Committed> committed,
      Stopwatch known,
      Durability durability,
      Trace trace,
      Ticket ticket) {
    try {
      boolean done = apply(committed, known, durability, trace);
      for (Committed row : committed) {
        if (!done) {
          cleaner.unfinished(row.row(), ticket);
        } else if (row.outbox().isEmpty()) {
          cleaner.settled(row.row(), row.state());
        } else {
          cleaner.applied(row.row(), row.state(), ticket);
        }
      }
    } catch (Error e) {
      committed.forEach(row -> cleaner.unfinished(row.row(), ticket));
      throw e;
    }
  }

  private boolean apply(
      List<Committed> committed, Stopwatch known, Durability durability, Trace trace) {
    List<FollowUp> followUps = new ArrayList<>();
    committed.forEach(row -> followUps.addAll(row.outbox().followUps()));
    try {
      return applier.apply(followUps, known, durability, trace);
    } catch (RuntimeException e) {
      LOG.warn("what follows from a committed write is made later: {}", e.getMessage());
      LOG.debug("the failure", e);
      return false;
    }
  }
}
