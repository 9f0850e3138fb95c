package org.portolan.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.ClientKilledError;

class ChecksTest {
  @ParameterizedTest
  @EnumSource
  void requireClean_indexIsLost_failsWithTheFindings(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore writer = cluster.open(Notes.DESIGN);
      Notes.add(writer, "one", "anna");
      Checks.requireClean(writer);
      writer.close();
      loseIndex(cluster);
      TestStore store = cluster.open(Notes.DESIGN);
      assertThatThrownBy(() -> Checks.requireClean(store))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("the store of design 'notes' is not clean: ")
          .hasMessageContaining("missing=1")
          .hasMessageContaining("notes_of_author");
    }
  }

  private static void loseIndex(TestCluster cluster) {
    try (Engine engine = Engines.open(cluster.uri(), OpenMode.EXISTING)) {
      List<TableSchema> index = new ArrayList<>(engine.tables());
      index.removeIf(table -> !table.name().contains("notes_of_author"));
      index.forEach(
          table -> {
            engine.dropTable(table.name());
            engine.createTable(table);
          });
    }
  }

  @Test
  void requireClean_tooEarlyAfterADeath_namesTheRemedy() {
    try (TestCluster cluster = TestCluster.inMemory(Kind.HBASE)) {
      TestStore first = cluster.open(Notes.DESIGN);
      Notes.add(first, "zero", "anna");
      first.faults().killAfterCall(6);
      assertThatThrownBy(() -> Notes.add(first, "one", "anna"))
          .isInstanceOf(ClientKilledError.class);
      TestStore second = cluster.open(Notes.DESIGN);
      assertThatThrownBy(() -> Checks.requireClean(second))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("advance the clocks of the cluster by a minute before");
    }
  }
}
