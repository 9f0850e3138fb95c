package org.portolan.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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

  /** Of all moments at which a writer can die, some leave derived changes that only time allows. */
  @ParameterizedTest
  @EnumSource(names = {"HBASE", "CASSANDRA"})
  void requireClean_afterADeathAndAMinute_leavesNoIndexBehind(Kind kind) {
    int lagging = 0;
    for (int call = 1; ; call++) {
      try (TestCluster cluster = TestCluster.inMemory(kind)) {
        TestStore first = cluster.open(Notes.DESIGN);
        Notes.add(first, "zero", "anna");
        first.faults().killBeforeCall(call);
        try {
          Notes.add(first, "one", "anna");
          break;
        } catch (ClientKilledError dead) {
          TestStore second = cluster.open(Notes.DESIGN);
          lagging += isListedAsItIs(second) ? 0 : 1;
          cluster.advance(Duration.ofMinutes(1));
          Checks.requireClean(second);
          assertThat(isListedAsItIs(second)).as("killed before call " + call).isTrue();
        }
      }
    }
    assertThat(lagging).as("deaths after which an index lagged").isPositive();
  }

  private static boolean isListedAsItIs(TestStore store) {
    return Notes.exists(store, "one") == (Notes.listed(store, "anna").size() == 2);
  }
}
