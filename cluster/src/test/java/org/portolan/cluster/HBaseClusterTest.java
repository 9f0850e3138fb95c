package org.portolan.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.EngineSettings.Storage;

/** The smallest HBase cluster: ZooKeeper, master and one region server on local files. */
@Tag("servers")
class HBaseClusterTest {
  @TempDir Path directory;

  @Test
  void start_oneRegionServerOnLocalFiles_answersAndStopsCompletely() {
    EngineSettings settings = new EngineSettings.HBase(Storage.LOCAL, 1, Duration.ofSeconds(4));

    Cluster cluster = TestClusters.start(ClusterSpec.of(settings, 1, directory.resolve("c")));

    try {
      assertThat(TestClusters.states(cluster))
          .isEqualTo("zookeeper RUNNING, master RUNNING, region-server-1 RUNNING");
      int port = TestClusters.status(cluster, "zookeeper").ports().get("client");
      assertThat(cluster.uri()).isEqualTo("hbase://127.0.0.1:" + port + "/portolan");
      assertThat(cluster.settings()).isEqualTo(settings);
    } finally {
      assertThat(cluster.stop()).containsExactly("zookeeper", "master", "region-server-1");
    }
    TestClusters.assertNothingRuns(cluster);
  }
}
