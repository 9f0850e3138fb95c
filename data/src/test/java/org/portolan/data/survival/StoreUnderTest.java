package org.portolan.data.survival;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.SweepResult;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Engine;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;

/** A store that its clients reach through a bad network, and how it is recovered and checked. */
final class StoreUnderTest implements AutoCloseable {
  private static final RetryPolicy RETRIES =
      new RetryPolicy(20, Duration.ZERO, Duration.ofMillis(2));

  /** Longer than any grace, shorter than the time after which additions to counters are folded. */
  private static final Duration SOON = Duration.ofSeconds(15);

  private static final Duration MUCH_LATER = Duration.ofMinutes(5);

  private final MovableClock clock = new MovableClock();
  private final StoreOptions options =
      StoreOptions.DEFAULT
          .with(RETRIES)
          .sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace())
          .at(clock);
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
    network = new FaultyNetwork(empty);
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

  /** Returns the client that nothing happens to. */
  Store observer() {
    return observer.store();
  }

  boolean scans() {
    return network.store().capabilities().keyOrder() == KeyOrder.TABLE;
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

  /** Does what a store does in the end by itself. */
  void recover() {
    SweepResult swept = recover(observer.store());
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

  /** Lets enough time pass for others to take over what a client has left. */
  void letTimePass() {
    clock.forward(SOON);
  }

  /** Lets so much time pass that whatever was under way has arrived, and counters can be folded. */
  void letMuchTimePass() {
    network.bringAll();
    clock.forward(MUCH_LATER);
  }

  /**
   * Checks that nothing is missing or dangling. Where writes are atomic, counters outside their
   * transactions may drift when a process dies, and are put right first.
   */
  void requireClean() {
    if (observer.store().guarantee() == Store.Guarantee.ATOMIC) {
      design.entities().stream()
          .flatMap(entity -> entity.counters().stream())
          .filter(counter -> !counter.transactional())
          .map(CounterDesign::name)
          .forEach(observer.store()::recount);
    }
    List<StoreCheck.Finding> findings = new ArrayList<>();
    StoreCheck.Result result =
        observer
            .store()
            .check(new StoreCheck.Options(false, false, Duration.ZERO, 20))
            .run(findings::add, looked -> {});
    if (result.missing() + result.dangling() > 0) {
      throw new AssertionError("after recovery, " + result.summary() + ": " + findings);
    }
  }

  @Override
  public void close() {
    observer.close();
    network.close();
  }
}
