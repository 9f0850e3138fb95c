package org.portolan.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.cluster.internal.process.ProcessIdentity;

/** The life of a cluster, on the engine that starts fastest. */
@Tag("servers")
class IgniteClusterTest {
  @TempDir static Path directory;

  private static Cluster cluster;

  @BeforeAll
  static void start() {
    cluster = TestClusters.start(ClusterSpec.of(ClusterEngine.IGNITE, 2, directory.resolve("c")));
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.stop();
    }
  }

  @Test
  void uri_started_namesTheClientPortOfEachNode() {
    List<String> addresses =
        cluster.status().stream().map(node -> "127.0.0.1:" + node.ports().get("client")).toList();

    assertThat(cluster.uri()).isEqualTo("ignite://" + String.join(",", addresses) + "/portolan");
  }

  @Test
  void kill_oneNode_isSeenDeadUntilItIsRestarted() {
    cluster.start(StartOptions.USUAL, ClusterListener.SILENT);
    ProcessIdentity killed = TestClusters.process(cluster, "node-2");

    assertThat(cluster.kill("node-2")).containsExactly("node-2");

    assertThat(killed.isAlive()).isFalse();
    assertThat(TestClusters.states(cluster)).isEqualTo("node-1 RUNNING, node-2 DEAD");
    cluster.restart("node-2");
    assertThat(TestClusters.states(cluster)).isEqualTo("node-1 RUNNING, node-2 RUNNING");
    assertThat(TestClusters.process(cluster, "node-2").pid()).isNotEqualTo(killed.pid());
  }

  @Test
  void start_allNodesDead_bringsThemBackOnTheSamePorts() {
    String uri = cluster.uri();
    cluster.start(StartOptions.USUAL, ClusterListener.SILENT);
    cluster.kill("node");
    assertThat(cluster.status()).noneMatch(ServerStatus::isRunning);

    boolean isStarted = cluster.start(StartOptions.USUAL, ClusterListener.SILENT);

    assertThat(isStarted).isTrue();
    assertThat(cluster.status()).allMatch(ServerStatus::isRunning);
    assertThat(cluster.uri()).isEqualTo(uri);
    assertThat(cluster.start(StartOptions.USUAL, ClusterListener.SILENT)).isFalse();
  }

  @Test
  void start_otherSettings_isRefused() {
    ClusterSpec other = ClusterSpec.of(ClusterEngine.IGNITE, 3, cluster.directory());

    assertThatThrownBy(() -> Cluster.start(other))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("already has a cluster (2 nodes of ignite");
  }

  @Test
  void stop_running_leavesNoProcessAndNoPort() {
    cluster.start(StartOptions.USUAL, ClusterListener.SILENT);
    List<ProcessIdentity> processes = new ArrayList<>();
    for (ServerStatus node : cluster.status()) {
      processes.add(TestClusters.process(cluster, node.name()));
    }

    List<String> stopped = cluster.stop();

    assertThat(stopped).containsExactly("node-1", "node-2");
    assertThat(processes).noneMatch(ProcessIdentity::isAlive);
    TestClusters.assertNothingRuns(cluster);
    assertThat(cluster.stop()).isEmpty();
  }

  @Test
  void kill_unknownServer_saysWhichThereAre() {
    assertThatThrownBy(() -> cluster.kill("node-9"))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("there is no server 'node-9'")
        .hasMessageContaining("there are node-1, node-2");
  }

  @Test
  void status_running_tellsMemoryWhereTheSystemDoes() {
    cluster.start(StartOptions.USUAL, ClusterListener.SILENT);

    assertThat(cluster.status())
        .allSatisfy(
            node ->
                assertThat(node.residentBytes().isPresent())
                    .isEqualTo(Files.exists(Path.of("/proc/self/status"))));
  }
}
