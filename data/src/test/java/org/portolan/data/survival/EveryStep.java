package org.portolan.data.survival;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.portolan.data.Store;
import org.portolan.data.history.Comparison;
import org.portolan.data.history.Model;
import org.portolan.data.history.Operation;
import org.portolan.data.history.RandomValues;
import org.portolan.engine.Durability;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;

/**
 * Interrupts a write at every call it makes, in every way that makes a difference, and looks at
 * what is left: at once, after a further write by the same or another client, after recovery, which
 * is interrupted too, and when everything that was still under way has arrived.
 */
final class EveryStep implements AutoCloseable {
  private static final int SUBSETS_MAX = 6;

  private final StoreUnderTest store;
  private final Plan plan;
  private final Model before;
  private final Model after;
  private final Random random;
  private final Figures figures;
  private Model current;
  private Client writer;
  private Client recoverer;

  /** What happens between the interruption and the recovery. */
  private enum Between {
    NOTHING,
    /** The client, if it is alive, writes the same rows again. */
    SAME_CLIENT_WRITES,
    OTHER_CLIENT_WRITES
  }

  /**
   * Prepares.
   *
   * @param current the state of the store
   */
  EveryStep(
      StoreUnderTest store, Plan plan, Model before, Model current, long seed, Figures figures) {
    this.store = store;
    this.plan = plan;
    this.before = before;
    this.current = current;
    this.after = plan.after(before);
    this.random = new Random(seed);
    this.figures = figures;
  }

  /** Runs; returns the state of the store at the end. */
  Model run() {
    for (Call call : calls()) {
      for (Fault fault : Fault.every(call, SUBSETS_MAX, random)) {
        for (Between between : Between.values()) {
          try {
            new Run(call, fault, between).run();
          } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError(
                "plan '" + plan.name() + "', " + call + ", " + fault + ", then " + between,
                failure);
          }
          figures.interrupted(fault);
        }
      }
    }
    return current;
  }

  /** The calls of the write when nothing goes wrong. */
  private List<Call> calls() {
    bring(before);
    writer = store.client(FaultPlan.NONE);
    plan.write(writer.store(), before);
    List<Call> calls = writer.engine().calls().stream().filter(call -> !call.background()).toList();
    current = after;
    figures.planned(calls.size());
    return calls;
  }

  @Override
  public void close() {
    for (Client client : new Client[] {writer, recoverer}) {
      if (client != null) {
        client.close();
      }
    }
  }

  private void bring(Model to) {
    for (Unit unit : Unit.differing(current, to)) {
      unit.bring(store.observer(), current, to);
    }
    current = to;
  }

  /** One interruption. */
  private final class Run {
    private final Call call;
    private final Fault fault;
    private final Between between;
    private final Model overwritten = before.copy();

    Run(Call call, Fault fault, Between between) {
      this.call = call;
      this.fault = fault;
      this.between = between;
    }

    void run() {
      bring(before);
      writer = store.client(writer, FaultPlan.at(call.number(), fault));
      Ending ending = Ending.of(() -> plan.write(writer.store(), before));
      Seen seen = Seen.by(store.observer(), before, after);
      boolean written = false;
      if (between == Between.SAME_CLIENT_WRITES && ending != Ending.KILLED) {
        store.letTimePass();
        written = overwrite(writer.store());
      } else if (between == Between.OTHER_CLIENT_WRITES) {
        store.letTimePass();
        written = overwrite(store.observer());
      }
      Model old = written ? overwritten(before) : before;
      Model young = written ? overwritten(after) : after;
      recover();
      Model found = decided(old, young);
      require(ending, seen, old, found, young);
      boolean late = store.network().underWay() > 0;
      store.network().bringAll();
      if (late) {
        store.recover();
        Model later = decided(old, young);
        if (found != later && (ending != Ending.KILLED || found == young)) {
          throw new AssertionError("a late call has changed what was settled, after " + ending);
        }
        found = later;
      }
      new Comparison(store.observer(), found, random, store.scans()).everything();
      if (random.nextInt(4) == 0) {
        store.letMuchTimePass();
        store.recover();
        store.letMuchTimePass();
        store.recover();
        store.requireClean();
        new Comparison(store.observer(), found, random, store.scans()).everything();
      }
      current = found;
    }

    private void recover() {
      store.letTimePass();
      if (random.nextBoolean()) {
        recoverer = store.client(recoverer, FaultPlan.random(random.nextLong(), 0.2, 0.5));
        Ending.of(() -> store.recover(recoverer.store()));
        store.letTimePass();
      }
      store.recover();
    }

    /** Puts other values into every row concerned, each in a write of its own. */
    private boolean overwrite(Store by) {
      RandomValues values = new RandomValues(random);
      for (Unit unit : Unit.differing(before, after)) {
        Operation put = new Operation.Put(unit.entity(), unit.key(), values.row(unit.entity()));
        Ending ending =
            Ending.of(
                () ->
                    by.write(
                        Durability.SYNCED,
                        transaction -> {
                          put.apply(transaction, before.copy());
                          return null;
                        }));
        if (ending != Ending.ACKNOWLEDGED) {
          throw new AssertionError("a write over " + unit + " by a sound client: " + ending);
        }
        put.apply(overwritten);
      }
      return true;
    }

    private Model overwritten(Model state) {
      Model result = state.copy();
      for (Unit unit : Unit.differing(before, after)) {
        result.put(unit.entity(), unit.key(), unit.row(overwritten).values());
      }
      return result;
    }

    /**
     * Returns which of two states the store is in, unit by unit; a mixture only of a bulk load.
     * Nothing may arrive meanwhile.
     */
    private Model decided(Model old, Model young) {
      store.network().hold(true);
      try {
        return decide(old, young);
      } finally {
        store.network().hold(false);
      }
    }

    private Model decide(Model old, Model young) {
      store.requireClean();
      List<Unit> differing = Unit.differing(old, young);
      List<Unit> done = new ArrayList<>();
      for (Unit unit : differing) {
        if (unit.reads(store.observer(), young)) {
          done.add(unit);
        } else if (!unit.reads(store.observer(), old)) {
          throw new AssertionError(unit + " is neither as before nor as after the write");
        }
      }
      if (done.size() == differing.size()) {
        return young;
      }
      if (done.isEmpty()) {
        return old;
      }
      if (plan.durability() == Durability.SYNCED) {
        throw new AssertionError("the write is half there: " + done + " of " + differing);
      }
      Model mixed = old.copy();
      done.forEach(unit -> unit.copy(young, mixed));
      return mixed;
    }

    private void require(Ending ending, Seen seen, Model old, Model found, Model young) {
      if (!ending.mayBeUndone() && !Unit.differing(found, young).isEmpty()) {
        throw new AssertionError("the write was acknowledged and is not there");
      }
      boolean bulk = plan.durability() == Durability.BUFFERED;
      if (!ending.mayBeDone() && !bulk && !Unit.differing(found, old).isEmpty()) {
        throw new AssertionError("the write was refused and is there");
      }
      for (Unit unit : seen.newer()) {
        if (!unit.same(old, young) && !unit.same(found, young)) {
          throw new AssertionError("of " + unit + " was seen what was never committed");
        }
      }
    }
  }
}
