package org.portolan.integration;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.ClusterSpec;
import org.portolan.wiki.WikiModel;

/**
 * The wiki on three nodes of an engine and three clients, each on a separate host. The network
 * splits: a node and a client are cut off together, and a client alone.
 */
abstract class PartitionTest {
  static final int NODES = 3;
  private static final int NODE_CUT = 3;
  private static final int CLIENT = 4;
  private static final int CLIENT_CUT_WITH_NODE = 5;
  private static final int CLIENT_ALONE = 6;

  @TempDir static Path directory;

  private final String engine;
  private final WikiModel model;

  PartitionTest(String engine, WikiModel model) {
    this.engine = engine;
    this.model = model;
  }

  /** Returns a cluster of {@link #NODES} nodes. */
  abstract ClusterSpec spec(Path clusterDirectory);

  /** Returns the URI of a store of this name. */
  String uri(RunningCluster cluster, String name) {
    return cluster.uri(name);
  }

  /** Makes all servers run and know each other when the network is joined again. */
  void heal(RunningCluster cluster) {
    cluster.heal();
  }

  @Test
  void edits_networkSplit_goOnWhereTheMajorityIs() {
    try (Namespaces hosts = new Namespaces(CLIENT_ALONE)) {
      FaultTable table = new FaultTable(engine);
      RunningCluster cluster =
          RunningCluster.start(
              spec(directory.resolve("c")),
              IntStream.rangeClosed(1, NODES).mapToObj(hosts::host).toList());
      try {
        new FaultTrial(uri(cluster, "split"), model, table)
            .split(
                Seeds.next(),
                hosts.host(CLIENT),
                List.of(hosts.host(CLIENT_CUT_WITH_NODE), hosts.host(CLIENT_ALONE)),
                () -> {
                  hosts.cut(NODE_CUT, CLIENT_CUT_WITH_NODE);
                  hosts.isolate(CLIENT_ALONE);
                },
                () -> {
                  hosts.join(NODE_CUT, CLIENT_CUT_WITH_NODE, CLIENT_ALONE);
                  heal(cluster);
                });
      } finally {
        table.print(engine.toLowerCase(Locale.ROOT) + "-split");
        cluster.stop();
      }
    }
  }
}
