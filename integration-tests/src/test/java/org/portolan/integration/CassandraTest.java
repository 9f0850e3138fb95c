package org.portolan.integration;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.wiki.WikiModel;

/** The wiki on three Cassandra nodes: replication factor 3, reads and writes by a quorum. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("servers")
class CassandraTest extends RealEngineTest {
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

  /** A node continues by itself: the others send it the writes that it has missed. */
  @Override
  void healHeld() {
    heal();
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
