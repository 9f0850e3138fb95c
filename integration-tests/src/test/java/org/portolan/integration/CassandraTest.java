package org.portolan.integration;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.wiki.WikiModel;

/** The wiki on three Cassandra nodes: replication factor 3, reads and writes by a quorum. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class CassandraTest extends RealEngineTest {
  CassandraTest() {
    super("Cassandra", List.of(WikiModel.WIDE_ROW));
  }

  @Override
  ClusterSpec spec(Path directory) {
    return ClusterSpec.of(ClusterEngine.CASSANDRA, 3, directory);
  }

  @Test
  @Order(2)
  void edits_oneNodeKilled_goOn() {
    trial().survive("one node of three", Seeds.next(), () -> kill("node-2"), this::heal);
  }
}
