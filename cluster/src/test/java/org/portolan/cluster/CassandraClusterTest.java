package org.portolan.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The smallest Cassandra cluster: one node. */
@Tag("servers")
class CassandraClusterTest {
  @TempDir Path directory;

  @Test
  void start_oneNodeWithAnOption_hasItAnswersAndStopsCompletely() throws IOException {
    ClusterSpec spec =
        ClusterSpec.of(ClusterEngine.CASSANDRA, 1, directory.resolve("c"))
            .with(StartOptions.USUAL.withJvmOptions(List.of("-XX:TieredStopAtLevel=1")));

    Cluster cluster = TestClusters.start(spec);

    try {
      assertThat(Files.readString(spec.directory().resolve("conf/node-1.arguments")))
          .contains("\n\"-XX:TieredStopAtLevel=1\"\n");
      assertThat(TestClusters.states(cluster)).isEqualTo("node-1 RUNNING");
      int port = TestClusters.status(cluster, "node-1").ports().get("native");
      assertThat(cluster.uri())
          .isEqualTo("cassandra://127.0.0.1:" + port + "/portolan?rf=1&read=QUORUM&write=QUORUM");
    } finally {
      assertThat(cluster.stop()).containsExactly("node-1");
    }
    TestClusters.assertNothingRuns(cluster);
  }
}
