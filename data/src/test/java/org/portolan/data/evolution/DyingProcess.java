package org.portolan.data.evolution;

import java.util.function.Consumer;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.design.Design;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;

/** Processes that die while they change the design of a store. */
final class DyingProcess {
  private DyingProcess() {}

  /**
   * Changes the design by a process that dies before a call; after a call is before the next one.
   *
   * @param first what it does before the change
   * @return whether it died: whether the change has that many calls
   */
  static boolean diesAt(FaultyNetwork network, int call, Design target, Consumer<Store> first) {
    FaultyEngine mortal = network.client(FaultPlan.NONE);
    String uri = FixtureEngines.register(() -> mortal);
    try {
      Store dying = Stores.open(uri);
      first.accept(dying);
      mortal.startOver(FaultPlan.at(call, Fault.killBefore()));
      dying.evolve(target, EvolveOptions.DEFAULT);
      dying.close();
      return false;
    } catch (ClientKilledError e) {
      return true;
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  /** Returns whether the change under way can only be completed. */
  static boolean isTargetInForce(FaultyNetwork network) {
    return StoredDesign.of(network.store())
        .onlineChange()
        .filter(change -> change.step().isTargetInForce())
        .isPresent();
  }
}
