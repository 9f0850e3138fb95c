package org.portolan.integration;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.portolan.cluster.ClusterSpec;
import org.portolan.wiki.WikiModel;

/**
 * A split network on HBase, over HDFS with three copies. ZooKeeper, NameNode and master are on the
 * side of two of three region servers; the third is cut off with its DataNode.
 */
@Tag("soak")
class HBasePartitionTest extends PartitionTest {
  HBasePartitionTest() {
    super("HBase", WikiModel.WIDE_ROW);
  }

  @Override
  ClusterSpec spec(Path clusterDirectory) {
    return HBaseTest.quickToMissAServer(clusterDirectory, NODES);
  }

  /**
   * The region server that was cut off ends: because it could not write its log, or because it
   * learns that its session has ended.
   */
  @Override
  void heal(RunningCluster cluster) {
    cluster.awaitEnd("region-server-3");
    cluster.heal();
  }
}
