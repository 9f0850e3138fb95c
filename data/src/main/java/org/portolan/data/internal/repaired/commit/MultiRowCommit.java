package org.portolan.data.internal.repaired.commit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.portolan.data.Trace;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.Outbox.Secondary;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.write.MutationSizes;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The commits of several rows: atomic by {@link Intents}, or one by one for bulk loads.
 *
 * <p>See {@code docs/life-of-a-write.md}: several rows.
 */
public final class MultiRowCommit {
  private static final Logger LOG = LoggerFactory.getLogger(MultiRowCommit.class);

  private final RowStore store;
  private final RowCommit rowCommit;
  private final Intents intents;

  public MultiRowCommit(RowStore store, RowCommit rowCommit, Intents intents) {
    this.store = store;
    this.rowCommit = rowCommit;
    this.intents = intents;
  }

  /** A row after its commit, and its follow-ups. */
  public record Committed(RowKey row, WriteState state, Outbox outbox) {}

  /**
   * A write that will be made as a whole.
   *
   * @param rows its rows, the primary at the end
   * @param rolls the mutations that roll the locked rows forward, each on condition of its lock; if
   *     the answer is false, another process that met the row has rolled it forward
   */
  public record Decided(List<Committed> rows, List<Mutation> rolls) {
    public Decided {
      rows = List.copyOf(rows);
      rolls = List.copyOf(rolls);
    }
  }

  /** Returns everything that {@link #commitTogether} is going to write. */
  public List<Mutation> mutations(List<RowPlan> plans) {
    RowPlan last = plans.get(plans.size() - 1);
    List<Mutation> mutations = new ArrayList<>();
    List<Secondary> secondaries = new ArrayList<>();
    for (RowPlan plan : plans.subList(0, plans.size() - 1)) {
      WriteState lock = intents.locked(plan, last.row());
      mutations.add(plan.before().changed(plan.row(), lock));
      mutations.add(rollForward(plan, lock).mutation());
      secondaries.add(new Secondary(plan.row(), lock.version(), lock.write()));
    }
    mutations.add(last.deciding(secondaries).commit(store.outboxes()));
    return mutations;
  }

  private record RollForward(WriteState rolled, Mutation mutation) {}

  private RollForward rollForward(RowPlan plan, WriteState lock) {
    WriteState rolled = intents.rolledForward(plan.row(), lock, store.intent(lock).orElseThrow());
    return new RollForward(rolled, RowPlan.commit(plan.row(), lock, rolled, plan.content()));
  }

  /**
   * Commits several rows, all or none; the last is the primary. Afterwards the others are still
   * locked, and shown with their old content until they are rolled forward.
   *
   * @param beforeDeciding called between the locks and the decision; if it fails, the write is
   *     taken back
   * @param leftLocked receives rows that may still have an intent after the write was refused
   * @throws ConflictException if another writer got in between; nothing is changed, nor will be
   */
  public Decided commitTogether(
      List<RowPlan> plans,
      Durability durability,
      Trace trace,
      Runnable beforeDeciding,
      Consumer<RowKey> leftLocked) {
    List<RowPlan> others = plans.subList(0, plans.size() - 1);
    RowPlan last = plans.get(plans.size() - 1);
    Map<RowKey, WriteState> locked = new LinkedHashMap<>();
    List<Secondary> secondaries = new ArrayList<>();
    for (RowPlan plan : others) {
      locked.put(plan.row(), intents.locked(plan, last.row()));
      secondaries.add(new Secondary(plan.row(), plan.after().version(), plan.after().write()));
    }
    RowPlan primary = last.deciding(secondaries);
    try {
      lock(others, locked, durability, trace);
      beforeDeciding.run();
      rowCommit.commit(primary, durability, trace);
    } catch (OutcomeUnknownException e) {
      // The primary may have decided: a process that meets the intents finds out.
      throw e;
    } catch (EngineException e) {
      rollBack(locked, leftLocked);
      throw e;
    }
    List<Mutation> rolls = new ArrayList<>();
    List<Committed> committed = new ArrayList<>();
    for (RowPlan plan : others) {
      WriteState lock = locked.get(plan.row());
      RollForward roll = rollForward(plan, lock);
      rolls.add(roll.mutation());
      committed.add(new Committed(plan.row(), roll.rolled(), plan.outbox()));
    }
    committed.add(new Committed(primary.row(), primary.after(), primary.outbox()));
    return new Decided(committed, rolls);
  }

  private void lock(
      List<RowPlan> others, Map<RowKey, WriteState> locked, Durability durability, Trace trace) {
    List<Mutation> locks =
        others.stream()
            .map(plan -> plan.before().changed(plan.row(), locked.get(plan.row())))
            .toList();
    // A process that meets a late lock rolls it back, because the primary does not list it.
    changeEach(locks, durability, trace, (row, state) -> state.isAt(locked.get(row)), row -> {});
    requireRemembered(others);
  }

  /**
   * Long after a row was read as missing, a creation that had no effect looks like one that did.
   */
  private static void requireRemembered(List<RowPlan> plans) {
    Set<RowKey> forgotten = new HashSet<>();
    for (RowPlan plan : plans) {
      if (plan.isForgotten()) {
        forgotten.add(plan.row());
      }
    }
    if (!forgotten.isEmpty()) {
      throw new ConflictException(forgotten);
    }
  }

  /**
   * Makes conditional changes of rows, each by itself. Rows whose answer is not a plain yes are
   * looked at again.
   *
   * @param accepted returns whether a row in this state was changed
   * @param mayComeLate receives rows whose change may still be on its way if this fails
   * @throws ConflictException if not all rows are known to be changed; some may have been
   */
  private void changeEach(
      List<Mutation> changes,
      Durability durability,
      Trace trace,
      BiPredicate<RowKey, WriteState> accepted,
      Consumer<RowKey> mayComeLate) {
    List<RowKey> doubtful = new ArrayList<>();
    boolean lost = false;
    try {
      List<Boolean> held = mutateAll(changes, durability, trace);
      for (int position = 0; position < changes.size(); position++) {
        if (!held.get(position)) {
          doubtful.add(changes.get(position).rowKey());
        }
      }
    } catch (OutcomeUnknownException e) {
      LOG.debug("changes whose answers were lost are looked up", e);
      lost = true;
      changes.forEach(change -> doubtful.add(change.rowKey()));
    }
    try {
      find(doubtful, lost, accepted);
    } catch (RuntimeException | Error e) {
      if (lost) {
        doubtful.forEach(mayComeLate);
      }
      throw e;
    }
  }

  /**
   * Makes sure that the rows whose answer was not a plain yes were changed.
   *
   * @param lost whether there was no answer
   * @throws ConflictException if not all of them are known to be changed
   */
  private void find(List<RowKey> doubtful, boolean lost, BiPredicate<RowKey, WriteState> accepted) {
    if (doubtful.isEmpty()) {
      return;
    }
    List<WriteState> states = store.states(doubtful, null);
    Set<RowKey> met = new HashSet<>();
    for (int position = 0; position < doubtful.size(); position++) {
      if (!accepted.test(doubtful.get(position), states.get(position))) {
        met.add(doubtful.get(position));
      }
    }
    if (met.isEmpty() && lost && !store.areSeenByAll(doubtful, states)) {
      met.addAll(doubtful);
    }
    if (!met.isEmpty()) {
      throw new ConflictException(met);
    }
  }

  /** The write is not decided and never will be: removes its intents as far as possible. */
  private void rollBack(Map<RowKey, WriteState> locked, Consumer<RowKey> leftLocked) {
    List<Mutation> mutations = new ArrayList<>();
    locked.forEach((row, state) -> mutations.add(intents.rollBack(row, state)));
    try {
      store.engine().mutateAll(mutations, Durability.SYNCED);
    } catch (EngineException e) {
      locked.keySet().forEach(leftLocked);
      LOG.warn("{} intents are rolled back later: {}", locked.size(), e.getMessage());
      LOG.debug("the failure", e);
    }
  }

  /**
   * Commits several rows one by one, the last after all others.
   *
   * @param mayComeLate receives rows whose commit may still be on its way although this fails
   * @throws ConflictException if not all rows are known to be committed; some may have been
   */
  public List<Committed> commitEach(
      List<RowPlan> plans, Durability durability, Trace trace, Consumer<RowKey> mayComeLate) {
    List<RowPlan> others = plans.subList(0, plans.size() - 1);
    Map<RowKey, WriteState> after = new LinkedHashMap<>();
    others.forEach(plan -> after.put(plan.row(), plan.after()));
    List<Mutation> commits = new ArrayList<>();
    others.forEach(plan -> commits.add(plan.commit(store.outboxes())));
    changeEach(
        commits,
        durability,
        trace,
        (row, state) -> state.includes(after.get(row).write()),
        mayComeLate);
    requireRemembered(others);
    RowPlan last = plans.get(plans.size() - 1);
    rowCommit.commit(last, durability, trace);
    return plans.stream()
        .map(plan -> new Committed(plan.row(), plan.after(), plan.outbox()))
        .toList();
  }

  private List<Boolean> mutateAll(List<Mutation> mutations, Durability durability, Trace trace) {
    try {
      return store.engine().mutateAll(mutations, durability);
    } finally {
      if (trace != null) {
        mutations.forEach(mutation -> trace.written(1, MutationSizes.bytes(mutation)));
        trace.roundTrip();
      }
    }
  }
}
