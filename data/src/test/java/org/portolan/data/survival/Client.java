package org.portolan.data.survival;

import java.util.List;
import org.portolan.data.Store;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.FaultyEngine;

/** A process at the store under test: its engine, which may be made to fail, and its store. */
record Client(FaultyEngine engine, Store store) implements AutoCloseable {

  /** Returns the calls that are not made by background threads, in their order. */
  List<Call> calls() {
    return engine.calls().stream().filter(call -> !call.background()).toList();
  }

  /** Closes the store; ends a dead client as an operating system would. */
  @Override
  public void close() {
    try {
      store.close();
    } catch (ClientKilledError dead) {
      engine.close();
    }
  }
}
