package org.portolan.integration;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.wiki.WikiModel;

/** A split network on Ignite, each row on all nodes. */
@Tag("soak")
class IgnitePartitionTest extends PartitionTest {
  IgnitePartitionTest() {
    super("Ignite", WikiModel.HASHED);
  }

  @Override
  ClusterSpec spec(Path clusterDirectory) {
    return ClusterSpec.of(ClusterEngine.IGNITE, NODES, clusterDirectory);
  }

  @Override
  String uri(RunningCluster cluster, String name) {
    return super.uri(cluster, name) + "?backups=2";
  }

  /**
   * The node that was cut off is a separate cluster until it is restarted. It must be restarted
   * without its data: with them, an acknowledged edit has been lost.
   */
  @Override
  void heal(RunningCluster cluster) {
    cluster.restartEmpty("node-3");
  }
}
