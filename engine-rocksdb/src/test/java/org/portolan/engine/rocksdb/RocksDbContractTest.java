package org.portolan.engine.rocksdb;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.contract.EngineContract;

class RocksDbContractTest extends EngineContract {
  @TempDir Path directory;

  @Override
  protected Engine open() {
    return Engines.open("rocksdb:" + directory.resolve("store"), OpenMode.CREATE_IF_MISSING);
  }
}
