package org.portolan.data.survival;

import java.util.List;
import java.util.Random;
import org.portolan.data.history.Model;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.types.Tuple;

/**
 * Kills a deletion of more rows than one write deletes at every call that it makes. Until another
 * client makes it again, some of the referring rows are gone and none refers to a row that is not
 * there; afterwards all are gone.
 */
final class EveryCascade implements AutoCloseable {
  private static final Tuple DELETED = Tuple.of(1L);

  private final StoreUnderTest store;
  private final Model before;
  private final Model after;
  private final Random random;
  private final Thoroughness thoroughness;
  private final Figures figures;
  private Model current;
  private Client deleter;

  /** Prepares the run on an empty store. */
  EveryCascade(
      StoreUnderTest store,
      ReferencePlans plans,
      long seed,
      Thoroughness thoroughness,
      Figures figures) {
    this.store = store;
    this.before = plans.manyLines();
    this.after = before.copy();
    after.delete(store.design().entity("order").orElseThrow(), DELETED);
    after.settle(before);
    this.random = new Random(seed);
    this.thoroughness = thoroughness;
    this.figures = figures;
    this.current = new Model(store.design());
  }

  void run() {
    for (Call call : calls()) {
      Fault fault = random.nextBoolean() ? Fault.killBefore() : killAfter(call);
      try {
        interrupt(call, fault);
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("deletion with many rows, " + call + ", " + fault, failure);
      }
      figures.interrupted(fault);
    }
  }

  private Fault killAfter(Call call) {
    List<Fault> kills =
        Fault.every(call, 1, random).stream()
            .filter(fault -> fault.answer() == Fault.Answer.KILLED)
            .toList();
    return kills.get(random.nextInt(kills.size()));
  }

  /** Returns the calls of the deletion without faults. */
  private List<Call> calls() {
    current = store.bring(current, before);
    deleter = store.client(FaultPlan.NONE);
    delete(deleter);
    List<Call> calls = thoroughness.calls(deleter.calls(), random);
    current = store.decided(before, after, false);
    if (current != after) {
      throw new AssertionError("the deletion was acknowledged and is not there");
    }
    figures.planned(calls.size());
    return calls;
  }

  private static void delete(Client by) {
    if (!by.store().deleteCascading("order", DELETED)) {
      throw new AssertionError("the deleted row was not there");
    }
  }

  private void interrupt(Call call, Fault fault) {
    current = store.bring(current, before);
    deleter = store.client(deleter, FaultPlan.at(call.number(), fault));
    Ending ending = Ending.of(() -> delete(deleter));
    store.letTimePass();
    boolean recovered = random.nextBoolean();
    if (recovered) {
      store.recover();
      Model part = store.decided(before, after, true);
      if (!part.copy().settle(part)) {
        throw new AssertionError("a row refers to a row that is not there, after " + ending);
      }
      if (ending == Ending.ACKNOWLEDGED && !Unit.differing(part, after).isEmpty()) {
        throw new AssertionError("the deletion was acknowledged and is not there");
      }
    }
    store.observer().deleteCascading("order", DELETED);
    store.network().bringAll();
    store.recover();
    current = store.decided(before, after, false);
    if (current != after) {
      throw new AssertionError("the deletion was made again and is not there");
    }
    store.requireReads(after, random);
  }

  @Override
  public void close() {
    if (deleter != null) {
      deleter.close();
    }
  }
}
