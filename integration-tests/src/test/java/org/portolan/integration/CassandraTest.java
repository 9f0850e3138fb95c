package org.portolan.integration;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.wiki.WikiModel;

/** The wiki on three Cassandra nodes: replication factor 3, reads and writes by a quorum. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("servers")
class CassandraTest extends RealEngineTest {
  private static final Duration AGREEMENT_MAX = Duration.ofMinutes(3);
  private static final AtomicInteger AGREEMENTS = new AtomicInteger();

  CassandraTest() {
    super("Cassandra", List.of(WikiModel.WIDE_ROW));
  }

  @Override
  ClusterSpec spec(Path directory) {
    return ClusterSpec.of(ClusterEngine.CASSANDRA, 3, directory);
  }

  /** The failure detector declares a silent node dead after about 18 s. */
  @Override
  Duration heldFor() {
    return Duration.ofSeconds(30);
  }

  /**
   * A conditional change takes four round trips among three nodes, and this class is the longest.
   */
  @Override
  int survivalCalls() {
    return 1;
  }

  /** A node continues by itself: the others send it the writes that it has missed. */
  @Override
  void healHeld() {
    heal();
  }

  /**
   * A node that was restarted may have missed changes of the schema. Returns when all nodes agree
   * on it: then a table can be created and dropped.
   */
  @Override
  void heal() {
    super.heal();
    long end = System.nanoTime() + AGREEMENT_MAX.toNanos();
    while (true) {
      String table = "t" + AGREEMENTS.incrementAndGet();
      try (Engine engine = Engines.open(uri("agreement"), OpenMode.CREATE_IF_MISSING)) {
        engine.createTable(
            TableSchema.of(
                table,
                List.of(KeyColumn.of("id", ScalarType.LONG)),
                new ColumnFamily("main", List.of(new Column("text", ScalarType.TEXT)))));
        engine.dropTable(table);
        return;
      } catch (UnavailableException | OutcomeUnknownException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
      }
    }
  }

  @Test
  @Order(2)
  void edits_oneNodeKilled_goOn() {
    trial().survive("one node of three", Seeds.next(), () -> kill("node-2"), this::heal);
  }

  @Test
  @Order(6)
  void edits_clientsWhoseClocksAreApart_areAllThere() {
    trial("clocks").clocksApart(Seeds.next(), CLOCKS_AHEAD);
  }

  @Test
  @Order(7)
  void edit_byAClockDaysAhead_isRefused() {
    trial("days").clockDaysAhead();
  }
}
