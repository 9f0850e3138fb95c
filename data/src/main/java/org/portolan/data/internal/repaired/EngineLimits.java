package org.portolan.data.internal.repaired;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.internal.repaired.commit.MultiRowCommit;
import org.portolan.data.internal.repaired.commit.RowPlan;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;

/** Compares planned writes with the limits of the engine, before the commit. Thread-safe. */
final class EngineLimits {
  private final RowStore store;
  private final MultiRowCommit multiRowCommit;

  EngineLimits(RowStore store, MultiRowCommit multiRowCommit) {
    this.store = store;
    this.multiRowCommit = multiRowCommit;
  }

  /**
   * Refuses a write if the engine would refuse any part of it, now or later: a follow-up can only
   * be refused before the commit. Removals of entries that the engine would never have accepted are
   * left out; otherwise a row with such an entry, written by a release that did not check, could
   * not be changed.
   */
  List<RowPlan> writable(List<RowPlan> plans, Durability durability) {
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
}
