package org.portolan.data.survival;

import org.portolan.engine.Engine;
import org.portolan.engine.fixture.MemoryCluster;

/** On an engine like Cassandra. */
class MemoryColumnsSurvivalTest extends SurvivalContract {
  @Override
  protected Engine openEmpty() {
    return MemoryCluster.ofColumns("columns", 1).connect();
  }
}
