package org.portolan.data.survival;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;

class RocksDbSurvivalTest extends SurvivalContract {
  @TempDir Path directory;
  private int stores;

  @Override
  protected Engine openEmpty() {
    return Engines.open(
        "rocksdb:" + directory.resolve("store-" + ++stores), OpenMode.CREATE_IF_MISSING);
  }
}
