package org.portolan.engine.hbase;

import org.junit.jupiter.api.Tag;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.contract.BulkWriterContract;

/** Bulk writes by HFiles, but for flushes of few rows, which are put. */
@Tag("servers")
class SmallHFileContractTest extends BulkWriterContract {
  private final String uri =
      MiniCluster.newStore() + "&timeout=60s&hfiles=" + MiniCluster.staging();

  @Override
  protected Engine open() {
    return Engines.open(uri, OpenMode.CREATE_IF_MISSING);
  }
}
