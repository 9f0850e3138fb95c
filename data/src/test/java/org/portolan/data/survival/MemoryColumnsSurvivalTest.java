package org.portolan.data.survival;

import org.junit.jupiter.api.Tag;
import org.portolan.engine.Engine;
import org.portolan.engine.fixture.MemoryCluster;

/** On an engine like Cassandra. */
@Tag("long")
class MemoryColumnsSurvivalTest extends SurvivalContract {
  @Override
  protected Engine openEmpty() {
    return MemoryCluster.ofColumns("columns", 1).connect();
  }
}
