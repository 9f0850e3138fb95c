package org.portolan.data.survival;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.portolan.data.MovableRuntime;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.SweepResult;
import org.portolan.data.history.Comparison;
import org.portolan.data.history.Model;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.IndexDesign;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Engine;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;

/** A store that its clients reach through a bad network, and how it is recovered and checked. */
final class StoreUnderTest implements AutoCloseable {
  private static final int RECOVERIES_MAX = 3;

  private static final RetryPolicy RETRIES =
      new RetryPolicy(20, Duration.ZERO, Duration.ofMillis(2));

  /**
   * Longer than any grace period, shorter than the time after which additions to counters are
   * folded.
   */
  private static final Duration SOON = Duration.ofSeconds(15);

  private static final Duration MUCH_LATER = Duration.ofMinutes(5);

  private final MovableClock clock = new MovableClock();
  private final MovableRuntime runtime = new MovableRuntime(clock);
  private final StoreOptions options =
      StoreOptions.DEFAULT
          .with(RETRIES)
          .sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace())
          .in(runtime);
  private final FaultyNetwork network;
  private final Design design;
  private final Client observer;

  /**
   * Creates a store.
   *
   * @param empty an engine's empty store; closed with this one
   */
  StoreUnderTest(Engine empty, Design design) {
    this.design = design;
    network = new FaultyNetwork(empty, clock::of);
    observer = client(FaultPlan.NONE);
  }

  Design design() {
    return design;
  }

  MovableClock clock() {
    return clock;
  }

  FaultyNetwork network() {
    return network;
  }

  /** Returns the client without faults. */
  Store observer() {
    return observer.store();
  }

  KeyOrder keyOrder() {
    return network.store().capabilities().keyOrder();
  }

  /** Opens the store in a new process, used by the calling thread; the plan holds from then on. */
  Client client(FaultPlan plan) {
    FaultyEngine engine = network.client(FaultPlan.NONE);
    Client client = open(engine);
    engine.startOver(plan);
    return client;
  }

  /** Returns the same client with another plan, or a new one if it is dead or null. */
  Client client(Client last, FaultPlan plan) {
    if (last == null) {
      return client(plan);
    }
    if (last.engine().killed()) {
      last.close();
      return client(plan);
    }
    last.engine().startOver(plan);
    return last;
  }

  Client open(FaultyEngine engine) {
    String uri = FixtureEngines.register(() -> engine);
    try {
      return new Client(engine, Stores.openOrCreate(uri, design, options));
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  /**
   * Does the work that a store finally does by itself. If a history takes longer than a session may
   * be silent, a client's own sweep may be ending the same session at that moment; then the work is
   * done once more.
   */
  void recover() {
    SweepResult swept = recover(observer.store());
    for (int again = 0; swept.pending() > 0 && again < RECOVERIES_MAX; again++) {
      swept = recover(observer.store());
    }
    if (swept.pending() > 0) {
      throw new AssertionError("a sweep that nobody disturbs left something: " + swept.summary());
    }
  }

  SweepResult recover(Store store) {
    if (store.guarantee() == Store.Guarantee.ATOMIC) {
      store.mergeDeltas();
    }
    return store.sweep();
  }

  /** Brings the store from its current state to another; returns the other. */
  Model bring(Model current, Model to) {
    List<Unit> differing = Unit.differing(current, to);
    if (differing.isEmpty()) {
      return to;
    }
    if (design.entities().stream()
        .anyMatch(
            entity ->
                !entity.references().isEmpty()
                    || entity.indexes().stream().anyMatch(IndexDesign::unique))) {
      // One after another, a unit could take a unique value before another has given it up, or
      // refer to a row that is not there yet.
      Unit.bring(observer(), differing, current, to);
    } else {
      differing.forEach(unit -> Unit.bring(observer(), List.of(unit), current, to));
    }
    return to;
  }

  /** Lets enough time pass for other clients to take over the unfinished work of a client. */
  void letTimePass() {
    clock.forward(SOON);
    runtime.pass(SOON);
  }

  /** Lets all calls under way arrive, and so much time pass that counters can be folded. */
  void letMuchTimePass() {
    network.bringAll();
    clock.forward(MUCH_LATER);
    runtime.pass(MUCH_LATER);
  }

  /**
   * Checks that nothing is missing or dangling. On a cluster with transactions, counters outside
   * them may drift when a process dies; they are corrected first.
   */
  void requireClean() {
    if (observer.store().guarantee() == Store.Guarantee.ATOMIC && !observer.store().local()) {
      design.entities().stream()
          .flatMap(entity -> entity.counters().stream())
          .filter(counter -> !counter.transactional())
          .map(CounterDesign::name)
          .forEach(observer.store()::recount);
    }
    List<StoreCheck.Finding> findings = new ArrayList<>();
    StoreCheck.Result result = check(observer(), false, false, findings);
    if (result.missing() + result.dangling() > 0) {
      throw new AssertionError(
          "after recovery, "
              + result.summary()
              + ": "
              + findings
              + "; the observer's "
              + observer.store().activity());
    }
  }

  /** Checks and repairs the store. */
  StoreCheck.Result repair(Store by, boolean resume) {
    return check(by, true, resume, new ArrayList<>());
  }

  private static StoreCheck.Result check(
      Store by, boolean repair, boolean resume, List<StoreCheck.Finding> findings) {
    return by.check(new StoreCheck.Options(repair, resume, Duration.ZERO, 20))
        .run(findings::add, looked -> {});
  }

  /** Checks every read against a state. */
  void requireReads(Model state, Random random) {
    new Comparison(observer(), state, random, keyOrder()).everything();
  }

  /**
   * Returns the state of the store, which is one of two states in each unit; a mixture only if that
   * is admitted. No call arrives meanwhile.
   */
  Model decided(Model old, Model young, boolean mixture) {
    network.hold(true);
    try {
      requireClean();
      return decide(old, young, mixture);
    } finally {
      network.hold(false);
    }
  }

  private Model decide(Model old, Model young, boolean mixture) {
    List<Unit> differing = Unit.differing(old, young);
    List<Unit> done = new ArrayList<>();
    for (Unit unit : differing) {
      if (unit.reads(observer(), young)) {
        done.add(unit);
      } else if (!unit.reads(observer(), old)) {
        throw new AssertionError(unit + " is neither as before nor as after the write");
      }
    }
    if (done.size() == differing.size()) {
      return young;
    }
    if (done.isEmpty()) {
      return old;
    }
    if (!mixture) {
      throw new AssertionError("the write is half there: " + done + " of " + differing);
    }
    Model mixed = old.copy();
    done.forEach(unit -> unit.copy(young, mixed));
    return mixed;
  }

  @Override
  public void close() {
    observer.close();
    network.close();
  }
}
