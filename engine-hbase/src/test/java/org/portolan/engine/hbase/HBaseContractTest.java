package org.portolan.engine.hbase;

import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.contract.EngineContract;

@Tag("servers")
class HBaseContractTest extends EngineContract {
  /** The timeout is for busy machines. */
  private final String uri = MiniCluster.newStore() + "&timeout=60s";

  @Override
  protected Engine open() {
    return Engines.open(uri, OpenMode.CREATE_IF_MISSING);
  }

  @Override
  protected Optional<Engine> openBeside() {
    return Optional.of(open());
  }
}
