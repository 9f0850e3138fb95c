package org.portolan.data.survival;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.portolan.data.Store;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.history.Model;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;

/**
 * Interrupts the upkeep of a store at every call that it makes, in every way that makes a
 * difference: the sweep after a dead writer (and the merge of deltas), the folding of additions to
 * counters, the removal of additions folded before, the check that repairs. Afterwards a client
 * without faults does the same work, and the result must be the same as if the work had not begun
 * before.
 */
final class EveryUpkeep implements AutoCloseable {
  private final StoreUnderTest store;
  private final List<Plan> plans;
  private final Model before;
  private final Random random;
  private final Thoroughness thoroughness;
  private final Figures figures;
  private final long seed;
  private Model current;
  private Client writer;
  private Client worker;

  /** Prepares the run on an empty store. */
  EveryUpkeep(
      StoreUnderTest store,
      List<Plan> plans,
      Model before,
      long seed,
      Thoroughness thoroughness,
      Figures figures) {
    this.store = store;
    this.plans = plans;
    this.before = before;
    this.current = new Model(store.design());
    this.random = new Random(seed);
    this.thoroughness = thoroughness;
    this.figures = figures;
    this.seed = seed;
  }

  void run() {
    for (Plan plan : plans) {
      for (Call call : thoroughness.some(writes(plan), random)) {
        every(new Recovery(plan, call));
      }
      if (store.observer().guarantee() == Guarantee.REPAIRED) {
        every(new Folding(plan, false));
        every(new Folding(plan, true));
      }
    }
    every(new Repair());
  }

  private List<Call> writes(Plan plan) {
    current = store.bring(current, before);
    writer = store.client(writer, FaultPlan.NONE);
    plan.write(writer.store(), before);
    current = plan.after(before);
    return writer.calls().stream().filter(Call::writes).toList();
  }

  @Override
  public void close() {
    for (Client client : new Client[] {writer, worker}) {
      if (client != null) {
        client.close();
      }
    }
  }

  /** Work that does not change the visible content of the store. */
  private abstract class Upkeep {
    /** Prepares something to do; returns the view of a reader after a write was interrupted. */
    abstract Optional<Seen> prepare();

    abstract void work(Store by);

    /** Returns the state before the write. */
    Model old() {
      return before;
    }

    /** Returns the state after the write; the same as before if there was none. */
    abstract Model young();

    /** Returns whether reads are right before the work is done. */
    boolean readsRight() {
      return old() == young();
    }
  }

  /** A sweep, and a merge of deltas, after a write that was killed before one of its calls. */
  private final class Recovery extends Upkeep {
    private final Plan plan;
    private final Call killed;
    private final Model after;

    Recovery(Plan plan, Call killed) {
      this.plan = plan;
      this.killed = killed;
      this.after = plan.after(before);
    }

    @Override
    Optional<Seen> prepare() {
      writer = store.client(writer, FaultPlan.at(killed.number(), Fault.killBefore()));
      Ending.of(() -> plan.write(writer.store(), before));
      store.letTimePass();
      return Optional.of(Seen.by(store.observer(), before, after));
    }

    @Override
    void work(Store by) {
      store.recover(by);
    }

    @Override
    Model young() {
      return after;
    }

    @Override
    public String toString() {
      return "recovery of '" + plan.name() + "' killed before " + killed;
    }
  }

  /**
   * A sweep after the additions of a write to counters became final, or were folded a while ago.
   */
  private final class Folding extends Upkeep {
    private final Plan plan;
    private final boolean folded;
    private final Model after;

    Folding(Plan plan, boolean folded) {
      this.plan = plan;
      this.folded = folded;
      this.after = plan.after(before);
    }

    @Override
    Optional<Seen> prepare() {
      plan.write(store.observer(), before);
      store.letMuchTimePass();
      if (folded) {
        store.recover();
        store.letMuchTimePass();
      }
      return Optional.empty();
    }

    @Override
    void work(Store by) {
      store.recover(by);
    }

    @Override
    Model old() {
      return after;
    }

    @Override
    Model young() {
      return after;
    }

    @Override
    public String toString() {
      return (folded ? "removal of the folded additions of '" : "folding of the additions of '")
          + plan.name()
          + "'";
    }
  }

  /** A check that repairs random damage; the next check may continue where it was interrupted. */
  private final class Repair extends Upkeep {
    @Override
    Optional<Seen> prepare() {
      store.letTimePass();
      // The same damage each time, so that its repair makes the same calls.
      new RandomDamage(store, new Random(seed)).inflict(before);
      store.letTimePass();
      return Optional.empty();
    }

    @Override
    void work(Store by) {
      store.repair(by, random.nextBoolean());
    }

    @Override
    Model young() {
      return before;
    }

    @Override
    boolean readsRight() {
      return false;
    }

    @Override
    public String toString() {
      return "repair";
    }
  }

  private void every(Upkeep upkeep) {
    List<Call> calls = thoroughness.calls(calls(upkeep), random);
    figures.planned(calls.size());
    for (Call call : calls) {
      for (Fault fault : thoroughness.faults(call, random)) {
        try {
          interrupt(upkeep, call, fault);
        } catch (AssertionError | RuntimeException failure) {
          throw new AssertionError(upkeep + ", " + call + ", " + fault, failure);
        }
        figures.interrupted(fault);
      }
    }
  }

  /** Returns the calls of the work without faults. */
  private List<Call> calls(Upkeep upkeep) {
    current = store.bring(current, before);
    upkeep.prepare();
    worker = store.client(worker, FaultPlan.NONE);
    upkeep.work(worker.store());
    current = store.decided(upkeep.old(), upkeep.young(), false);
    return worker.calls();
  }

  private void interrupt(Upkeep upkeep, Call call, Fault fault) {
    current = store.bring(current, before);
    Optional<Seen> seenBefore = upkeep.prepare();
    worker = store.client(worker, at(call, fault));
    Ending.of(() -> upkeep.work(worker.store()));
    if (upkeep.readsRight()) {
      store.requireReads(upkeep.old(), random);
    }
    List<Seen> seen = new ArrayList<>(seenBefore.stream().toList());
    if (seenBefore.isPresent()) {
      seen.add(Seen.by(store.observer(), upkeep.old(), upkeep.young()));
    }
    Model found = finish(upkeep);
    if (store.network().underWay() > 0) {
      store.network().bringAll();
      if (finish(upkeep) != found) {
        throw new AssertionError("a late call has changed what was settled");
      }
    }
    seen.forEach(each -> each.requireCommitted(upkeep.old(), found, upkeep.young()));
    store.requireReads(found, random);
    current = found;
  }

  /** Returns a fault at a call, unless another kind of call is in its place by now. */
  private static FaultPlan at(Call call, Fault fault) {
    return FaultPlan.once(
        each -> each.number() == call.number() && !each.background() && each.kind() == call.kind(),
        fault);
  }

  private Model finish(Upkeep upkeep) {
    store.letTimePass();
    upkeep.work(store.observer());
    store.recover();
    return store.decided(upkeep.old(), upkeep.young(), false);
  }
}
