package org.portolan.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.portolan.cluster.internal.process.JarCache;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.process.ProcessIdentity;

/** Clusters for tests. If the jars of the servers are not available, tests are visibly skipped. */
final class TestClusters {
  private TestClusters() {}

  /** Starts a cluster that is stopped when the test's JVM ends, whatever happens before. */
  static Cluster start(ClusterSpec spec) {
    requireJars(spec.settings().engine());
    return Cluster.start(spec).stopOnExit();
  }

  static void requireJars(ClusterEngine engine) {
    Path cache = JarCache.directory(Optional.empty(), System.getenv());
    try {
      new JarCache(cache).get(engine.label(), engine.version(), fetched -> {});
    } catch (ClusterException notToBeHad) {
      Assumptions.abort("no jars of " + engine + " to start: " + notToBeHad.getMessage());
    }
  }

  static ServerStatus status(Cluster cluster, String name) {
    return cluster.status().stream()
        .filter(server -> server.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static String states(Cluster cluster) {
    return cluster.status().stream()
        .map(server -> server.name() + " " + server.state())
        .collect(Collectors.joining(", "));
  }

  /** Checks that a stop has left no process with the cluster's name and no taken port. */
  static void assertNothingRuns(Cluster cluster) {
    assertThat(processesOf(cluster)).isEmpty();
    for (ServerStatus server : cluster.status()) {
      assertThat(server.state()).as(server.name()).isEqualTo(ServerStatus.State.STOPPED);
      server
          .ports()
          .forEach(
              (use, port) ->
                  assertThat(PortChooser.isFree(port, List.of(server.address())))
                      .as(server.name() + " " + use + " " + port)
                      .isTrue());
    }
  }

  /** Returns the processes whose command line names the cluster's directory. */
  static List<ProcessHandle> processesOf(Cluster cluster) {
    return ProcessHandle.allProcesses()
        .filter(process -> commandLine(process).contains(cluster.directory().toString()))
        .toList();
  }

  private static String commandLine(ProcessHandle process) {
    return process.info().commandLine().orElse("");
  }

  static ProcessIdentity process(Cluster cluster, String name) {
    return ProcessIdentity.of(
        ProcessHandle.of(status(cluster, name).pid().orElseThrow()).orElseThrow());
  }
}
