package org.portolan.data.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Stores;
import org.portolan.data.TestDesigns;
import org.portolan.design.Design;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.SchemaText;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;

/** The tables that are told of a store that does not exist, beside those that it creates. */
class StoreTablesTest {

  @TempDir Path directory;

  @Test
  void tables_onAnEngineOfRows_areThoseThatAStoreCreates() {
    MemoryCluster cluster = MemoryCluster.ofRows("tables", 1);
    String uri = FixtureEngines.register(cluster::connect);
    try {
      assertSame(uri, TestDesigns.oneIndex("cells hashed(5)"));
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  @Test
  void tables_onAnEngineWithTransactions_areThoseThatAStoreCreates() {
    assertSame("rocksdb:" + directory.resolve("store"), TestDesigns.everyLayout());
  }

  private static void assertSame(String uri, Design design) {
    Stores.openOrCreate(uri, design).close();
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      List<String> told =
          StoreTables.of(design, engine.capabilities()).stream().map(SchemaText::write).toList();
      assertThat(told)
          .hasSizeGreaterThan(2)
          .containsExactlyInAnyOrderElementsOf(
              engine.tables().stream().map(SchemaText::write).toList());
    }
  }
}
