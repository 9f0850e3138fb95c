package org.portolan.data.internal.repaired;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.ItemExistsException;
import org.portolan.data.ReferenceException;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.Trace;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.repaired.commit.Applier;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.commit.MultiRowCommit;
import org.portolan.data.internal.repaired.commit.MultiRowCommit.Committed;
import org.portolan.data.internal.repaired.commit.MultiRowCommit.Decided;
import org.portolan.data.internal.repaired.commit.Planner;
import org.portolan.data.internal.repaired.commit.Receipts;
import org.portolan.data.internal.repaired.commit.RowChange;
import org.portolan.data.internal.repaired.commit.RowCommit;
import org.portolan.data.internal.repaired.commit.RowPlan;
import org.portolan.data.internal.repaired.read.NewRows;
import org.portolan.data.internal.repaired.recovery.Cleaner;
import org.portolan.data.internal.repaired.recovery.Finisher;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.session.Ticket;
import org.portolan.data.internal.write.StoreWrite;
import org.portolan.data.internal.write.UnlistedItemException;
import org.portolan.data.internal.write.WriteAttempts;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes on engines of rows.
 *
 * <h2>Why</h2>
 *
 * A write changes the row of an entity and, as a consequence, items, index entries and counters in
 * other rows. Such an engine cannot change all of them at the same moment. So the row changes
 * first, by one conditional mutation, and its outbox lists the follow-ups. These are made right
 * afterwards in one batch, each at the version of the write, so that neither a repetition nor a
 * late arrival can undo a newer change. The outbox is cleared later in the background.
 *
 * <h2>How it fails</h2>
 *
 * <ul>
 *   <li>Before the commit: nothing has happened.
 *   <li>Answer to the commit lost: {@link RowCommit} finds out whether it was made, and makes sure
 *       that this stays so.
 *   <li>After the commit: the write is made and acknowledged. The next writer of the row takes its
 *       outbox over. If there is none, the {@link Cleaner} of this process makes the follow-ups; if
 *       this process is dead, another process finds the row in the list that the session
 *       registered, and makes them. Until then readers may miss follow-ups; they never see a change
 *       that was not committed.
 *   <li>This process was held up before the commit for so long that another process ended its
 *       session: the other process changed the rows, and the commit finds its condition false. If
 *       it reads them anew, it finds versions above the ceiling of its session, and asks.
 *   <li>Another writer in between: the condition is false, and the work runs again.
 * </ul>
 *
 * <h2>What it costs</h2>
 *
 * One row: one read, one conditional mutation, one batch, and a clearing that many rows share. If
 * the row was not written lately, also its registration, which shares one mutation with others and
 * is made while the row is read. One row without follow-ups: one read, one conditional mutation. A
 * row that is put and probably new is not read: see {@link NewRows}. Several rows: see {@link
 * Intents}. A buffered write of n rows: one read, two batches of commits, one batch of follow-ups.
 *
 * <p>See {@code docs/life-of-a-write.md}: steps 1 to 4.
 */
public final class RepairedAttempts implements WriteAttempts {
  private static final Logger LOG = LoggerFactory.getLogger(RepairedAttempts.class);

  private final RowStore store;
  private final Applier applier;
  private final EarlierWrites earlier;
  private final EngineLimits limits;
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
    this.earlier = new EarlierWrites(store, intents, finisher, receipts, cleaner);
    this.cleaner = cleaner;
    this.rowCommit = new RowCommit(store, intents);
    this.multiRowCommit = new MultiRowCommit(store, rowCommit, intents);
    this.limits = new EngineLimits(store, multiRowCommit);
  }

  @Override
  public boolean mayLeaveParts(Durability durability) {
    return durability == Durability.BUFFERED;
  }

  /** A buffered write may have changed a part of its rows, and must be completed by itself. */
  @Override
  public boolean queues(Durability durability) {
    return durability == Durability.SYNCED;
  }

  @Override
  public <T> Done<T> make(Durability durability, Trace trace, Work<T> work) {
    NewRows.Guesses guesses =
        durability == Durability.BUFFERED ? newRows.none() : newRows.guesses();
    try {
      return make(guesses, durability, trace, work);
    } catch (ConflictException e) {
      if (!guesses.haveFailed(e.keys())) {
        throw e;
      }
    } catch (CapabilityException e) {
      // A row that is taken for new seems to have more follow-ups than one that exists.
      if (!guesses.haveFailed(guesses.all())) {
        throw e;
      }
    }
    if (trace != null) {
      trace.retry();
    }
    return make(newRows.none(), durability, trace, work);
  }

  private <T> Done<T> make(
      NewRows.Guesses guesses, Durability durability, Trace trace, Work<T> work) {
    Ticket ticket = cleaner.begin();
    try {
      return make(guesses, ticket, durability, trace, work);
    } finally {
      ticket.release();
    }
  }

  private <T> Done<T> make(
      NewRows.Guesses guesses, Ticket ticket, Durability durability, Trace trace, Work<T> work) {
    Stopwatch begun = store.runtime().stopwatch();
    RowTransaction transaction =
        new RowTransaction(
            store, cleaner, ticket, trace, earlier::seeDecided, guesses, mayLeaveParts(durability));
    StoreWrite write =
        new StoreWrite(
            store.schema(), transaction, new Access(transaction, trace), store.runtime());
    T result;
    try {
      result = work.run(write);
      write.check();
    } catch (DuplicateValueException
        | ItemExistsException
        | ReferenceException
        | UnlistedItemException e) {
      // The rows were read before the values, guards and items: another write may have changed them
      // in between.
      transaction.requireOneMoment(e);
      throw e;
    } catch (EngineException e) {
      throw e;
    } catch (RuntimeException e) {
      // If a row taken for new is not, the function has failed for a reason that no order of the
      // writes explains.
      transaction.requireGuessesRight(e);
      throw e;
    }
    List<RowChange> changes = transaction.changes();
    if (changes.isEmpty()) {
      return new Done<>(result, false);
    }
    Durability asked = together(changes, durability);
    Map<RowKey, WriteState> states = transaction.states();
    guesses.learn(states);
    changes.forEach(change -> earlier.refuseLocked(change.row(), states.get(change.row())));
    List<RowPlan> plans = limits.writable(plans(changes, states, ticket.since(), begun), asked);
    make(plans, asked, overOutboxes(plans, asked), trace, ticket);
    return new Done<>(result, true);
  }

  /**
   * Changes rows, each by itself: a failure leaves some of them changed.
   *
   * @param settled the states of the rows, as they were read with what the changes depend on
   * @param begun started before they were read
   * @return whether all were changed; if not, all must be looked at again
   * @throws org.portolan.engine.EngineException if that is unknown
   */
  public boolean makeEach(
      List<RowChange> changes, Map<RowKey, WriteState> settled, Stopwatch begun) {
    Ticket ticket = cleaner.begin();
    try {
      List<RowPlan> plans =
          limits.writable(plans(changes, settled, ticket.since(), begun), Durability.BUFFERED);
      make(plans, Durability.BUFFERED, Durability.SYNCED, null, ticket);
      return true;
    } catch (ConflictException moved) {
      return false;
    } finally {
      ticket.release();
    }
  }

  /**
   * Makes planned changes.
   *
   * @param asked whether the rows change together
   * @param made how durable they are
   */
  private void make(
      List<RowPlan> plans, Durability asked, Durability made, Trace trace, Ticket ticket) {
    List<RowKey> rows = plans.stream().map(RowPlan::row).toList();
    if (leavesNothing(plans)) {
      ticket.requireAlive(rows, newest(plans));
    } else {
      ticket.require(firstChanged(rows, asked), newest(plans));
    }
    Stopwatch known = store.runtime().stopwatch();
    Decided decided;
    try {
      decided = commit(plans, asked, made, trace, ticket);
    } catch (ConflictException | UnavailableException | CapabilityException e) {
      if (asked == Durability.BUFFERED && plans.size() > 1) {
        // Each row was committed separately: some may have changed.
        rows.forEach(row -> cleaner.unfinished(row, ticket));
      }
      // Otherwise nothing was changed.
      throw e;
    } catch (RuntimeException | Error e) {
      // The commit may have been made: the ticket is held until each row was seen settled.
      rows.forEach(row -> cleaner.doubtful(row, ticket));
      throw e;
    }
    if (trace != null) {
      RowPlan.count(plans, trace);
    }
    follow(decided, known, made, trace, ticket);
  }

  /**
   * A buffered write that changes unique values or references is made synced, so that its rows
   * change together: if a part of it were made, a value might belong to two rows, or to none, and a
   * row might refer to one that is deleted.
   */
  private Durability together(List<RowChange> changes, Durability durability) {
    boolean guarded =
        changes.stream().anyMatch(change -> store.schema().isGuard(change.row().table()));
    return guarded ? Durability.SYNCED : durability;
  }

  /**
   * Returns whether a writer that dies leaves no unfinished work: one row that has a state changes,
   * without follow-ups. Its commit may still be on its way, but it changes no other row, whenever
   * it arrives. If an index was added since, the commit would lack an entry; but the backfill has
   * changed every row that had a state, so the condition of the commit is false. A row without a
   * state is not there to be changed: so its insert is registered, and the end of its session
   * changes it.
   */
  private static boolean leavesNothing(List<RowPlan> plans) {
    return plans.size() == 1 && plans.get(0).outbox().isEmpty() && plans.get(0).before().exists();
  }

  /** Returns the highest version of the states that are replaced. */
  private static long newest(List<RowPlan> plans) {
    return plans.stream().mapToLong(plan -> plan.before().version()).max().orElse(0);
  }

  /**
   * Returns the rows that must be registered before the write begins: if several change together,
   * the last one is changed after the others, and is registered while they are locked.
   */
  private static List<RowKey> firstChanged(List<RowKey> rows, Durability asked) {
    boolean together = rows.size() > 1 && asked == Durability.SYNCED;
    return together ? rows.subList(0, rows.size() - 1) : rows;
  }

  /**
   * A buffered write over an outbox is made synced. The write before has promised the follow-ups in
   * the outbox, and no other process makes them any more: once this write is made, the write before
   * counts as done.
   */
  private static Durability overOutboxes(List<RowPlan> plans, Durability durability) {
    boolean any = plans.stream().anyMatch(plan -> plan.before().outbox().isPresent());
    return any ? Durability.SYNCED : durability;
  }

  private Decided commit(
      List<RowPlan> plans, Durability asked, Durability durability, Trace trace, Ticket ticket) {
    RowPlan last = plans.get(plans.size() - 1);
    if (plans.size() == 1) {
      rowCommit.commit(last, durability, trace, () -> ticket.prepare(last.row()));
      return new Decided(
          List.of(new Committed(last.row(), last.after(), last.outbox())), List.of());
    }
    if (asked == Durability.BUFFERED) {
      return new Decided(
          multiRowCommit.commitEach(plans, durability, trace, row -> cleaner.doubtful(row, ticket)),
          List.of());
    }
    ticket.prepare(last.row());
    return multiRowCommit.commitTogether(
        plans,
        durability,
        trace,
        () -> ticket.require(List.of(last.row()), last.before().version()),
        row -> cleaner.unfinished(row, ticket));
  }

  private List<RowPlan> plans(
      List<RowChange> changes, Map<RowKey, WriteState> states, long versionMin, Stopwatch begun) {
    Planner planner = new Planner(store, versionMin, begun);
    List<RowPlan> plans = new ArrayList<>(changes.size());
    for (RowChange change : changes) {
      WriteState state = states.get(change.row());
      plans.add(planner.plan(change, state, earlier.carried(change.row(), state)));
    }
    return plans;
  }

  /** Makes what remains of a decided write; if this fails, the write does not. */
  private void follow(
      Decided decided, Stopwatch known, Durability durability, Trace trace, Ticket ticket) {
    try {
      boolean done = apply(decided, known, durability, trace);
      for (Committed row : decided.rows()) {
        if (!done) {
          cleaner.unfinished(row.row(), ticket);
        } else if (row.outbox().isEmpty()) {
          cleaner.settled(row.row(), row.state());
        } else {
          cleaner.applied(row.row(), row.state(), ticket);
        }
      }
    } catch (Error e) {
      decided.rows().forEach(row -> cleaner.unfinished(row.row(), ticket));
      throw e;
    }
  }

  /** Those of locked rows come last: an index must not list what its row does not show yet. */
  private boolean apply(Decided decided, Stopwatch known, Durability durability, Trace trace) {
    int last = decided.rows().size() - 1;
    List<FollowUp> ofLocked = new ArrayList<>();
    decided.rows().subList(0, last).forEach(row -> ofLocked.addAll(row.outbox().followUps()));
    List<FollowUp> ofDeciding = decided.rows().get(last).outbox().followUps();
    try {
      if (decided.rolls().isEmpty()) {
        ofLocked.addAll(ofDeciding);
        return applier.apply(ofLocked, known, durability, trace);
      }
      return applier.apply(decided.rolls(), ofDeciding, known, durability, trace)
          && applier.apply(ofLocked, known, durability, trace);
    } catch (RuntimeException e) {
      LOG.warn("what remains of a committed write is made later: {}", e.getMessage());
      LOG.debug("the failure", e);
      return false;
    }
  }
}
