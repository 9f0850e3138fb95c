package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import org.portolan.cluster.internal.process.Polling;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.process.ProcessIdentity;

/**
 * A cluster of real servers, for one class of tests. Stopped when the JVM ends, whatever happens
 * before.
 */
final class RunningCluster {
  private static final String STORE_NAME = "/portolan";
  private static final int STARTS_MAX = 3;

  /** Servers that live for minutes on few cores do better without the second compiler. */
  private static final StartOptions OPTIONS =
      StartOptions.USUAL.withJvmOptions(List.of("-XX:TieredStopAtLevel=1"));

  private final Cluster cluster;
  private final StartOptions options;

  private RunningCluster(Cluster cluster, StartOptions options) {
    this.cluster = cluster;
    this.options = options;
  }

  /** Starts a cluster; if the jars of its servers are not available, visibly skips the tests. */
  static RunningCluster start(ClusterSpec spec) {
    return start(spec, List.of());
  }

  /** Starts a cluster whose nodes run on separate hosts. */
  static RunningCluster start(ClusterSpec spec, List<StartOptions.Host> hosts) {
    ClusterEngine engine = spec.settings().engine();
    try {
      new JarCache(JarCache.directory(Optional.empty(), System.getenv()))
          .get(engine.label(), engine.version(), fetched -> {});
    } catch (ClusterException notToBeHad) {
      Assumptions.abort("no jars of " + engine + " to start: " + notToBeHad.getMessage());
    }
    StartOptions options = options(engine).withHosts(hosts).withTimeout(spec.options().timeout());
    return new RunningCluster(Cluster.start(spec.with(options)).stopOnExit(), options);
  }

  /** Each trial leaves tables, and each table of Cassandra takes memory of every node. */
  private static StartOptions options(ClusterEngine engine) {
    return engine == ClusterEngine.CASSANDRA
        ? StartOptions.USUAL.withJvmOptions(List.of("-XX:TieredStopAtLevel=1", "-Xmx640m"))
        : OPTIONS;
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

  /** Returns the ports of a server, by use. */
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

  /** Returns the process of a server. */
  ProcessHandle process(String name) {
    return cluster.status().stream()
        .filter(server -> server.name().equals(name))
        .flatMapToLong(server -> server.pid().stream())
        .mapToObj(ProcessHandle::of)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " does not run"));
  }

  /** Waits until a server has ended by itself. */
  void awaitEnd(String name) {
    assertThat(new Polling(Observation.HANG).until(() -> !isRunning(name)))
        .as("%s ends", name)
        .isTrue();
  }

  private boolean isRunning(String name) {
    return cluster.status().stream()
        .anyMatch(server -> server.name().equals(name) && server.isRunning());
  }

  /** Restarts the servers that have ended by themselves, and prints their names. */
  void startWhatHasEnded() {
    List<String> ended = ended();
    if (!ended.isEmpty()) {
      System.out.println("starting again what ended by itself: " + ended);
      heal();
    }
  }

  /** Stops a server cleanly, if it runs, and restarts it without its data. */
  void restartEmpty(String server) {
    cluster.stop(server);
    try {
      JarCache.deleteTree(cluster.directory().resolve("data").resolve(server));
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot delete the data of " + server, failure);
    }
    heal();
  }

  /**
   * Restarts the servers that do not run, and returns when all servers answer. A server that the
   * others gave up ends when it learns this, possibly just after it was seen running.
   */
  void heal() {
    for (int start = 1; start <= STARTS_MAX && !ended().isEmpty(); start++) {
      cluster.start(options, ClusterListener.SILENT);
    }
    assertThat(cluster.status()).allMatch(ServerStatus::isRunning);
  }

  private List<String> ended() {
    return cluster.status().stream()
        .filter(server -> !server.isRunning())
        .map(ServerStatus::name)
        .toList();
  }

  /** Stops all servers and fails if one of their processes or taken ports is left. */
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
    // The ports of separate hosts cannot be seen from here.
    List<ServerStatus> here = options.hosts().isEmpty() ? cluster.status() : List.of();
    for (ServerStatus server : here) {
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
