package org.portolan.data.survival;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.portolan.data.Store;
import org.portolan.data.history.Model;
import org.portolan.data.history.Operation;
import org.portolan.data.history.RandomValues;
import org.portolan.design.EntityDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.engine.Durability;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;

/**
 * Interrupts a write at every call that it makes, in every way that makes a difference, and looks
 * at the store: at once, after a further write by the same or another client, after recovery, which
 * is interrupted too, and after everything still under way has arrived.
 */
final class EveryStep implements AutoCloseable {
  private final StoreUnderTest store;
  private final Plan plan;
  private final Model before;
  private final Model after;
  private final Random random;
  private final Thoroughness thoroughness;
  private final Figures figures;
  private Model current;
  private Client writer;
  private Client recoverer;

  /** The event between the interruption and the recovery. */
  private enum Between {
    NOTHING,
    /** The client, if it is alive, writes the same rows again. */
    SAME_CLIENT_WRITES,
    OTHER_CLIENT_WRITES
  }

  /**
   * Prepares the run.
   *
   * @param current the state of the store
   */
  EveryStep(
      StoreUnderTest store,
      Plan plan,
      Model before,
      Model current,
      long seed,
      Thoroughness thoroughness,
      Figures figures) {
    this.store = store;
    this.plan = plan;
    this.before = before;
    this.current = current;
    this.after = plan.after(before);
    this.random = new Random(seed);
    this.thoroughness = thoroughness;
    this.figures = figures;
  }

  /** Makes all interruptions; returns the state of the store at the end. */
  Model run() {
    for (Call call : calls()) {
      for (Fault fault : thoroughness.faults(call, random)) {
        for (Between between : thoroughness.some(List.of(Between.values()), random)) {
          try {
            if (new Run(call, fault, between).run()) {
              figures.interrupted(fault);
            }
          } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError(
                "plan '" + plan.name() + "', " + call + ", " + fault + ", then " + between,
                failure);
          }
        }
      }
    }
    return current;
  }

  /** Returns the calls of the write without faults that are to be interrupted. */
  private List<Call> calls() {
    current = store.bring(current, before);
    writer = store.client(FaultPlan.NONE);
    plan.write(writer.store(), before);
    List<Call> calls = thoroughness.calls(writer.calls(), random);
    // The next write of the same client would need fewer calls, for it has joined already: of a
    // write of which few calls are interrupted, none might be met.
    writer.close();
    writer = null;
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

    /**
     * Makes the interruption; returns whether the write made the call, for it may now need fewer
     * calls.
     */
    boolean run() {
      current = store.bring(current, before);
      writer = store.client(writer, FaultPlan.at(call.number(), fault));
      Ending ending = Ending.of(() -> plan.write(writer.store(), before));
      boolean interrupted = writer.calls().size() >= call.number();
      if (ending != Ending.KILLED) {
        // A fault that is left over belongs to this write, not to later ones.
        writer.engine().startOver(FaultPlan.NONE);
      }
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
      store.requireReads(found, random);
      if (random.nextInt(4) == 0) {
        store.letMuchTimePass();
        store.recover();
        store.letMuchTimePass();
        store.recover();
        store.requireClean();
        store.requireReads(found, random);
      }
      current = random.nextInt(3) == 0 ? deleteTarget(found) : found;
      return interrupted;
    }

    /**
     * Deletes a row that others may refer to, or is refused: the answer shows whether the lists of
     * the rows that refer to it are right, and not only to the check.
     */
    private Model deleteTarget(Model found) {
      List<Operation> deletions = new ArrayList<>();
      for (EntityDesign entity : store.design().entities()) {
        for (ReferenceDesign reference : entity.references()) {
          EntityDesign target = store.design().entity(reference.to()).orElseThrow();
          found
              .rows(reference.to())
              .keySet()
              .forEach(key -> deletions.add(new Operation.Delete(target, key)));
        }
      }
      if (deletions.isEmpty()) {
        return found;
      }
      Operation deletion = deletions.get(random.nextInt(deletions.size()));
      Plan probe = new Plan("probe", Durability.SYNCED, List.of(deletion));
      probe.write(store.observer(), found);
      Model left = probe.after(found);
      if (!Unit.differing(found, left).isEmpty()) {
        store.requireReads(left, random);
      }
      return left;
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

    /** Puts other values into every row concerned, each in a separate write. */
    private boolean overwrite(Store by) {
      RandomValues values = new RandomValues(random);
      for (Unit unit : Unit.differing(before, after)) {
        Operation put =
            new Operation.Put(unit.entity(), unit.key(), values.rowWithoutRivals(unit.entity()));
        try {
          by.write(
              Durability.SYNCED,
              transaction -> {
                put.apply(transaction, before.copy());
                return null;
              });
        } catch (RuntimeException | ClientKilledError failure) {
          throw new AssertionError("a write over " + unit + " by a sound client", failure);
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

    private Model decided(Model old, Model young) {
      return store.decided(old, young, plan.durability() == Durability.BUFFERED);
    }

    private void require(Ending ending, Seen seen, Model old, Model found, Model young) {
      if (!ending.mayBeUndone() && !Unit.differing(found, young).isEmpty()) {
        throw new AssertionError("the write was acknowledged and is not there");
      }
      boolean bulk = plan.durability() == Durability.BUFFERED;
      if (!ending.mayBeDone() && !bulk && !Unit.differing(found, old).isEmpty()) {
        throw new AssertionError("the write was refused and is there");
      }
      seen.requireCommitted(old, found, young);
    }
  }
}
