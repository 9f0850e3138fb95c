package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.portolan.cluster.Cluster;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterException;
import org.portolan.cluster.ClusterListener;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.ServerStatus;
import org.portolan.cluster.StartOptions;
import org.portolan.cluster.internal.process.JarCache;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.process.ProcessIdentity;

/**
 * A cluster of real servers, for one class of tests. Stopped when the JVM ends, whatever happens
 * before.
 */
final class RunningCluster {
  private static final String STORE_NAME = "/portolan";

  /** Servers that live for minutes on few cores do better without the second compiler. */
  private static final StartOptions OPTIONS =
      StartOptions.USUAL.withJvmOptions(List.of("-XX:TieredStopAtLevel=1"));

  private final Cluster cluster;

  private RunningCluster(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Starts a cluster; skips the tests, visibly, where the jars of its servers cannot be had. */
  static RunningCluster start(ClusterSpec spec) {
    ClusterEngine engine = spec.settings().engine();
    try {
      new JarCache(JarCache.directory(Optional.empty(), System.getenv()))
          .get(engine.label(), engine.version(), fetched -> {});
    } catch (ClusterException notToBeHad) {
      Assumptions.abort("no jars of " + engine + " to start: " + notToBeHad.getMessage());
    }
    return new RunningCluster(Cluster.start(spec.with(OPTIONS)).stopOnExit());
  }

  /** Returns the URI of a store of this name. */
  String uri(String name) {
    String uri = cluster.uri();
    assertThat(uri).contains(STORE_NAME);
    return uri.replace(STORE_NAME, "/" + name);
  }

  Path directory() {
    return cluster.directory();
  }

  /** Returns the names of all servers. */
  List<String> names() {
    return cluster.status().stream().map(ServerStatus::name).toList();
  }

  /** Returns what a server listens on, by use. */
  Map<String, Integer> ports(String server) {
    return cluster.status().stream()
        .filter(status -> status.name().equals(server))
        .findFirst()
        .orElseThrow()
        .ports();
  }

  /** Kills a server as a crash would. */
  void kill(String server) {
    assertThat(cluster.kill(server)).containsExactly(server);
  }

  /** Starts again what does not run, and returns when all servers answer. */
  void heal() {
    cluster.start(OPTIONS, ClusterListener.SILENT);
    assertThat(cluster.status()).allMatch(ServerStatus::isRunning);
  }

  /** Stops all servers and fails if a process or a port of them is left. */
  void stop() {
    List<ProcessIdentity> processes =
        cluster.status().stream()
            .flatMapToLong(server -> server.pid().stream())
            .mapToObj(ProcessHandle::of)
            .flatMap(Optional::stream)
            .map(ProcessIdentity::of)
            .toList();
    cluster.stop();
    assertThat(processes).noneMatch(ProcessIdentity::isAlive);
    assertThat(ProcessHandle.allProcesses())
        .filteredOn(
            process ->
                process.info().commandLine().orElse("").contains(cluster.directory().toString()))
        .isEmpty();
    for (ServerStatus server : cluster.status()) {
      server
          .ports()
          .forEach(
              (use, port) ->
                  assertThat(PortChooser.isFree(port, List.of(server.address())))
                      .as("%s %s port %d is free", server.name(), use, port)
                      .isTrue());
    }
  }
}
