package org.portolan.data.survival;

import org.junit.jupiter.api.Tag;
import org.portolan.engine.Engine;
import org.portolan.engine.fixture.MemoryCluster;

/** On an engine like HBase. */
@Tag("long")
class MemoryRowsSurvivalTest extends SurvivalContract {
  @Override
  protected Engine openEmpty() {
    return MemoryCluster.ofRows("rows", 1).connect();
  }
}
