package org.portolan.data.internal.load;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import org.portolan.data.internal.repaired.commit.Planner;
import org.portolan.data.internal.repaired.commit.RowChange;
import org.portolan.data.internal.repaired.commit.RowPlan;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.write.DerivedChanges;
import org.portolan.data.internal.write.StoreWrite;
import org.portolan.data.internal.write.WriteTarget;
import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.RowKey;

/**
 * Rows as repaired writes leave them once their outboxes are cleared: each with its state, and its
 * derived changes at the version of the state.
 *
 * <p>All rows have one version, from before the load, by more than clocks may differ. A later write
 * of a row is on a condition, and an engine may then order it by a clock of its servers
 * (Cassandra); a put of the load must be older by that clock too. Nothing in the store is older
 * than the load, because only a store that was just created is loaded. A row of which only items or
 * parts are loaded keeps the state that it has, which another write may have made since.
 */
record RepairedForm(RowStore store, long version, ObjLongConsumer<CounterSchema> counters)
    implements LoadForm {

  @Override
  public Batch begin() {
    return new Gathered();
  }

  /** Left to writes, see {@link org.portolan.data.StoreLoad#takesItems}. */
  @Override
  public boolean takesObjects() {
    return false;
  }

  @Override
  public Mutation part(Mutation families) {
    return families.at(version);
  }

  @Override
  public void add(CounterSchema counter, long delta) {
    counters.accept(counter, delta);
  }

  private final class Gathered implements Batch, WriteTarget {
    private final Map<RowKey, RowChange> changes = new LinkedHashMap<>();

    @Override
    public WriteTarget target() {
      return this;
    }

    @Override
    public List<Mutation> mutations(StoreWrite write) {
      Planner planner = Planner.ofLoad(store, version);
      Set<RowKey> standing = standing();
      List<Mutation> mutations = new ArrayList<>();
      List<FollowUp> followUps = new ArrayList<>();
      for (RowChange change : changes.values()) {
        if (change.isEmpty()) {
          continue;
        }
        RowPlan plan = planner.plan(change, WriteState.NONE, List.of());
        Mutation mutation = plan.put(!standing.contains(change.row()));
        if (!mutation.changes().isEmpty()) {
          mutations.add(mutation);
        }
        plan.outbox().followUps().stream()
            .filter(followUp -> !followUp.target().table().equals(CounterSchema.TABLE))
            .forEach(followUps::add);
      }
      mutations.addAll(FollowUp.mutations(followUps));
      return mutations;
    }

    /** Returns the rows that have a state already, of those of which only items change. */
    private Set<RowKey> standing() {
      List<RowKey> owners =
          changes.values().stream().filter(RowChange::isOfItems).map(RowChange::row).toList();
      if (owners.isEmpty()) {
        return Set.of();
      }
      List<WriteState> states = store.states(owners, null);
      Set<RowKey> standing = new HashSet<>();
      for (int position = 0; position < owners.size(); position++) {
        if (states.get(position).exists()) {
          standing.add(owners.get(position));
        }
      }
      return standing;
    }

    @Override
    public void count(CounterSums sums) {
      changes.values().stream()
          .filter(change -> !change.isEmpty())
          .forEach(change -> sums.add(change.derived().counters()));
    }

    @Override
    public Reader reader() {
      return store.engine();
    }

    @Override
    public void change(RowKey owner, Mutation mutation) {
      changed(owner).add(LoadForm.ofNew(mutation));
    }

    @Override
    public boolean isTakenForNew(RowKey owner, boolean inserted) {
      return !store.schema().isGuard(owner.table());
    }

    @Override
    public DerivedChanges derived(RowKey owner) {
      return changed(owner).derived();
    }

    private RowChange changed(RowKey owner) {
      return changes.computeIfAbsent(owner, RowChange::new);
    }
  }
}
