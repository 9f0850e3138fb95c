package org.portolan.engine.contract;

import org.junit.jupiter.api.Nested;
import org.portolan.engine.Engine;

/**
 * The part of the {@linkplain EngineContract contract suite} on bulk writers, for an engine with a
 * second one that its URI chooses.
 */
public abstract class BulkWriterContract {

  /** Opens the store of the running test, as {@link EngineContract#open}. */
  protected abstract Engine open();

  @Nested
  class Bulk extends BulkContract {
    @Override
    Engine open() {
      return BulkWriterContract.this.open();
    }
  }
}
