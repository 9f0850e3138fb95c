package org.portolan.engine.hbase;

import org.junit.jupiter.api.Tag;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.contract.BulkWriterContract;

/** Bulk writes by HFiles, however few the rows. The suite of the engine has those by puts. */
@Tag("servers")
class HFileContractTest extends BulkWriterContract {
  private final String uri =
      MiniCluster.newStore() + "&timeout=60s&hfile-bytes-min=0&hfiles=" + MiniCluster.staging();

  @Override
  protected Engine open() {
    return Engines.open(uri, OpenMode.CREATE_IF_MISSING);
  }
}
