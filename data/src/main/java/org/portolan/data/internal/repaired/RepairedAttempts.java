package org.portolan.data.internal.repaired;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.internal.read.Access;
import org.portolan.data.internal.write.StoreWrite;
import org.portolan.data.internal.write.WriteAttempts;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
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

  private final RowStore store;
  private final Applier applier;
  private final Cleaner cleaner;
  private final RowCommit rowCommit;

  RepairedAttempts(RowStore store, Applier applier, Cleaner cleaner) {
    this.store = store;
    this.applier = applier;
    this.cleaner = cleaner;
    this.rowCommit = new RowCommit(store);
  }

  @Override
  public <T> Done<T> attempt(
      Durability durability, Trace trace, Function<StoreTransaction, T> work) {
    RowTransaction transaction = new RowTransaction(store, cleaner, trace);
    StoreWrite write = new StoreWrite(store.schema(), transaction, new Access(transaction, trace));
    T result = work.apply(write);
    write.check();
    List<RowChange> changes = transaction.changes();
    if (changes.isEmpty()) {
      return new Done<>(result, false);
    }
    List<RowPlan> plans = plans(changes, transaction.states());
    long knownNanos = System.nanoTime();
    for (RowPlan plan : plans) {
      rowCommit.commit(plan, durability, trace);
    }
    follow(plans, knownNanos, durability, trace);
    return new Done<>(result, true);
  }

  private List<RowPlan> plans(List<RowChange> changes, Map<RowKey, WriteState> states) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    Planner planner = new Planner(store, random, random.nextLong());
    List<RowPlan> plans = new ArrayList<>(changes.size());
    for (RowChange change : changes) {
      WriteState state = states.get(change.row());
      Outbox carried =
          cleaner.knowsApplied(change.row(), state) ? Outbox.EMPTY : store.outbox(state);
      plans.add(planner.plan(change, state, carried));
    }
    return plans;
  }

  /** Makes what follows from committed rows; a failure is no failure of the write. */
  private void follow(List<RowPlan> plans, long knownNanos, Durability durability, Trace trace) {
    List<FollowUp> followUps = new ArrayList<>();
    plans.forEach(plan -> followUps.addAll(plan.outbox().followUps()));
    boolean done = false;
    try {
      done = applier.apply(followUps, knownNanos, durability, trace);
    } catch (EngineException e) {
      LOG.warn("what follows from a committed write is made later: {}", e.getMessage());
      LOG.debug("the failure", e);
    }
    for (RowPlan plan : plans) {
      if (!done) {
        cleaner.unfinished(plan.row());
      } else if (plan.outbox().isEmpty()) {
        cleaner.settled(plan.row(), plan.after());
      } else {
        cleaner.applied(plan.row(), plan.after());
      }
    }
  }
}
