package org.portolan.integration;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.wiki.WikiModel;

/** The wiki on three Cassandra nodes and three clients, each on a host of its own. */
@Tag("servers")
class CassandraPartitionTest {
  private static final int NODES = 3;
  private static final int NODE_CUT = 3;
  private static final int CLIENT = 4;
  private static final int CLIENT_CUT_WITH_NODE = 5;
  private static final int CLIENT_ALONE = 6;

  @TempDir static Path directory;

  @Test
  void edits_networkSplit_goOnWhereTheMajorityIs() {
    try (Namespaces hosts = new Namespaces(CLIENT_ALONE)) {
      FaultTable table = new FaultTable("Cassandra");
      ClusterSpec spec = ClusterSpec.of(ClusterEngine.CASSANDRA, NODES, directory.resolve("c"));
      RunningCluster cluster =
          RunningCluster.start(
              spec, IntStream.rangeClosed(1, NODES).mapToObj(hosts::host).toList());
      try {
        new FaultTrial(cluster.uri("split"), WikiModel.WIDE_ROW, table)
            .split(
                Seeds.next(),
                hosts.host(CLIENT),
                List.of(hosts.host(CLIENT_CUT_WITH_NODE), hosts.host(CLIENT_ALONE)),
                () -> {
                  hosts.cut(NODE_CUT, CLIENT_CUT_WITH_NODE);
                  hosts.isolate(CLIENT_ALONE);
                },
                () -> hosts.join(NODE_CUT, CLIENT_CUT_WITH_NODE, CLIENT_ALONE));
      } finally {
        table.print("cassandra-split");
        cluster.stop();
      }
    }
  }
}
