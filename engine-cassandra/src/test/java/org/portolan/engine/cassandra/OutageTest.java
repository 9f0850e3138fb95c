package org.portolan.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.cassandra.server.CassandraServer;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Kills a server: calls fail in time with the engine's own errors, and no thread remains. */
@Tag("servers")
class OutageTest {
  private static final Tuple KEY = Tuple.of(1L);

  @Test
  void killedServer_readsAndWrites_failTypedAndTheStoreCloses() {
    CassandraServer server = CassandraServer.start();
    Engine engine =
        Engines.open(
            "cassandra://" + server.address() + "/outage?rf=1&timeout=2s",
            OpenMode.CREATE_IF_MISSING);
    try (server;
        engine) {
      engine.createTable(
          TableSchema.of(
              "t",
              List.of(KeyColumn.of("id", ScalarType.LONG)),
              new ColumnFamily("body", List.of(new Column("n", ScalarType.INT)))));
      Mutation put = Mutation.of("t", KEY, new Change.PutColumns("body", List.of(1)));
      engine.mutate(put, Durability.SYNCED);
      assertThat(engine.get(Get.of("t", KEY, FamilyRead.all("body"))).isEmpty()).isFalse();
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .anyMatch(name -> name.startsWith("cassandra-outage"));
      server.close();
      assertThatThrownBy(() -> engine.get(Get.of("t", KEY, FamilyRead.all("body"))))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("t(1)");
      assertThatThrownBy(() -> engine.mutate(put, Durability.SYNCED))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("t(1)");
      Mutation conditional = put.on(new Condition.Absent("body"));
      assertThatThrownBy(() -> engine.mutateAll(List.of(put, conditional), Durability.SYNCED))
          .isInstanceOf(EngineException.class);
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("cassandra-outage"));
  }
}
