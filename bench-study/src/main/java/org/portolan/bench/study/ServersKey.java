package org.portolan.bench.study;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.Distance;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.StartOptions;

/**
 * The servers that some cells of a study share.
 *
 * @param engine empty for servers that run already, as the numbers of nodes and copies are 0
 * @param replication of HBase, 0 for the usual number
 * @param heap of each server, empty for the usual one
 * @param uri of a store on servers that run already; empty for servers that are started
 * @param distance of Cassandra, between its nodes
 */
record ServersKey(
    String name,
    Optional<ClusterEngine> engine,
    int nodes,
    int replication,
    String heap,
    String uri,
    Distance distance) {

  /**
   * Returns the servers of a cell; empty if it has an embedded store.
   *
   * @throws IllegalArgumentException if there can be no such servers
   */
  static Optional<ServersKey> of(Study study, Cell cell, Map<String, String> scalars) {
    String name = cell.filled(cell.step().cluster(), scalars);
    if (name.equals(Step.EMBEDDED)) {
      return Optional.empty();
    }
    Study.Servers servers = study.clusters().get(name);
    if (servers == null) {
      throw new IllegalArgumentException(
          "there is no cluster '"
              + name
              + "'; there are '"
              + Step.EMBEDDED
              + "' and "
              + new TreeSet<>(study.clusters().keySet()));
    }
    if (servers.engine().isEmpty()) {
      String uri = cell.filled(servers.uri(), scalars);
      return Optional.of(new ServersKey(name, Optional.empty(), 0, 0, "", uri, Distance.NONE));
    }
    ClusterEngine engine = servers.engine().get();
    String copies = cell.filled(servers.replication(), scalars);
    ServersKey key =
        new ServersKey(
            name,
            Optional.of(engine),
            number(name, cell.filled(servers.nodes(), scalars)),
            copies.isEmpty() ? 0 : number(name, copies),
            servers.heap(),
            "",
            distance(name, engine, cell.filled(servers.distance(), scalars)));
    key.requireStartable();
    return Optional.of(key);
  }

  /** Returns whether the servers run already, and stay when the study ends. */
  boolean areThere() {
    return engine.isEmpty();
  }

  /** Returns whether they are a relational database, which all cells share. */
  boolean isDatabase() {
    return engine.map(ClusterEngine::isDatabase).orElse(uri.startsWith("jdbc:"));
  }

  private static Distance distance(String name, ClusterEngine engine, String text) {
    Distance distance;
    try {
      distance = text.isEmpty() ? Distance.NONE : Distance.of(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("cluster '" + name + "': " + e.getMessage(), e);
    }
    if (!distance.isNone() && engine != ClusterEngine.CASSANDRA) {
      throw new IllegalArgumentException(
          "cluster '"
              + name
              + "': only Cassandra's servers can be set apart, not those of "
              + engine.label()
              + ": leave out 'distance'");
    }
    return distance;
  }

  private void requireStartable() {
    try {
      ClusterSpec unused = spec(Path.of(""));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("cluster '" + name + "': " + e.getMessage(), e);
    }
  }

  private static int number(String name, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "cluster '" + name + "': '" + text + "' is no number of servers or copies", e);
    }
  }

  /** Returns how to start them; only for servers that are not there. */
  ClusterSpec spec(Path directory) {
    EngineSettings settings = ClusterSpec.usualSettings(engine.orElseThrow(), nodes);
    if (replication > 0 && settings instanceof EngineSettings.HBase hbase) {
      settings = new EngineSettings.HBase(hbase.storage(), replication, hbase.sessionTimeout());
    }
    if (!distance.isNone()) {
      settings = new EngineSettings.Cassandra(distance);
    }
    StartOptions usual = StartOptions.USUAL;
    List<String> options = heap.isEmpty() ? List.of() : List.of("-Xmx" + heap);
    return ClusterSpec.of(settings, nodes, directory)
        .with(
            new StartOptions(usual.jdk(), usual.cache(), usual.timeout(), options, usual.hosts()));
  }

  /** Returns a name for a reader and for files. */
  String text() {
    return areThere()
        ? name
        : name
            + "-"
            + nodes
            + (replication > 0 ? "-rf" + replication : "")
            + (distance.isNone() ? "" : "-" + distance);
  }
}
