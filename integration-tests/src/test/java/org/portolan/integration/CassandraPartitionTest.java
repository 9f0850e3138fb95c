package org.portolan.integration;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.wiki.WikiModel;

/** A split network on Cassandra, whose nodes continue by themselves after the split. */
@Tag("soak")
class CassandraPartitionTest extends PartitionTest {
  CassandraPartitionTest() {
    super("Cassandra", WikiModel.WIDE_ROW);
  }

  @Override
  ClusterSpec spec(Path clusterDirectory) {
    return ClusterSpec.of(ClusterEngine.CASSANDRA, NODES, clusterDirectory);
  }
}
