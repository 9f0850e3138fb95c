package org.portolan.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.cluster.internal.process.Polling;

/** Starts that are interrupted must leave nothing behind. */
class BrokenStartTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path directory;

  /** Starts a cluster in a separate JVM. */
  static final class Starter {
    private Starter() {}

    /** Starts one node of the engine given in the directory given. */
    public static void main(String[] arguments) {
      Cluster.start(ClusterSpec.of(ClusterEngine.of(arguments[0]), 1, Path.of(arguments[1])));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "IGNITE, logs/node-1.log, 2",
    "MARIADB, data/node-1/ibdata1, 1",
    "POSTGRESQL, data/node-1/base, 1"
  })
  void start_starterKilledMidway_isCleanedUpAndBegunAnew(
      ClusterEngine engine, String midway, int nodes) throws IOException {
    TestClusters.requireJars(engine);
    Path cluster = directory.resolve("c");
    Process starter =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Starter.class.getName(),
                engine.label(),
                cluster.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      boolean isMidway = new Polling(PATIENCE).until(() -> Files.exists(cluster.resolve(midway)));
      assertThat(isMidway).isTrue();
    } finally {
      starter.destroyForcibly().onExit().join();
    }

    Cluster begunAnew = Cluster.start(ClusterSpec.of(engine, nodes, cluster)).stopOnExit();

    try {
      assertThat(begunAnew.status()).hasSize(nodes).allMatch(ServerStatus::isRunning);
      assertThat(TestClusters.processesOf(begunAnew)).hasSize(nodes);
    } finally {
      begunAnew.stop();
    }
    TestClusters.assertNothingRuns(begunAnew);
  }

  @Test
  void start_noAnswerInTime_saysSoAndLeavesNothingRunning() {
    TestClusters.requireJars(ClusterEngine.IGNITE);
    ClusterSpec spec =
        ClusterSpec.of(ClusterEngine.IGNITE, 1, directory.resolve("c"))
            .with(StartOptions.USUAL.withTimeout(Duration.ofMillis(200)));

    assertThatThrownBy(() -> Cluster.start(spec))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("node-1 did not answer in 0.2 s; the last lines of");

    assertThat(TestClusters.processesOf(Cluster.open(spec.directory()))).isEmpty();
  }

  @Test
  void start_directoryOfSomethingElse_isLeftAlone() throws IOException {
    Path file = Files.writeString(directory.resolve("letter.txt"), "dear");
    ClusterSpec spec = ClusterSpec.of(ClusterEngine.IGNITE, 1, directory);

    assertThatThrownBy(() -> Cluster.start(spec))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("holds files but no cluster");

    assertThat(file).hasContent("dear");
  }

  @Test
  void open_noCluster_saysHowToStartOne() {
    assertThatThrownBy(() -> Cluster.open(directory))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("start one with 'portolan cluster start ENGINE --dir DIR'");
    assertThat(Cluster.exists(directory)).isFalse();
  }
}
