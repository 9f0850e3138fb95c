package org.portolan.data.survival;

import org.portolan.data.Store;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.FaultyEngine;

/** A process at the store under test: its engine, which may be made to fail, and its store. */
record Client(FaultyEngine engine, Store store) implements AutoCloseable {

  /** Ends it like an operating system would, if it is dead already. */
  @Override
  public void close() {
    try {
      store.close();
    } catch (ClientKilledError dead) {
      engine.close();
    }
  }
}
