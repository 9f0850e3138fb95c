package org.portolan.cluster;

import java.nio.file.Path;

/**
 * Which cluster to start, and where.
 *
 * @param settings the engine and what is chosen of it
 * @param nodes region servers of HBase, nodes of Cassandra or Ignite; 1 to 16
 * @param directory holds data, logs, configuration and the record of what was started; it must be
 *     absent, empty or of such a cluster already
 * @param options how it is started
 */
public record ClusterSpec(
    EngineSettings settings, int nodes, Path directory, StartOptions options) {
  /** The most nodes that a cluster may have: more would not fit one machine. */
  public static final int NODES_MAX = 16;

  /** Checks the specification. */
  public ClusterSpec {
    if (nodes < 1 || nodes > NODES_MAX) {
      throw new IllegalArgumentException("nodes must be 1 to " + NODES_MAX + ", not " + nodes);
    }
    if (settings instanceof EngineSettings.HBase hbase && hbase.replication() > nodes) {
      throw new IllegalArgumentException(
          "replication "
              + hbase.replication()
              + " needs as many nodes, there are "
              + nodes
              + ": ask for more nodes or fewer copies");
    }
    if (!options.hosts().isEmpty()
        && (settings.engine() != ClusterEngine.CASSANDRA || options.hosts().size() != nodes)) {
      throw new IllegalArgumentException(
          "hosts are for the nodes of Cassandra, one for each: "
              + nodes
              + " nodes of "
              + settings.engine()
              + ", "
              + options.hosts().size()
              + " hosts");
    }
    directory = directory.toAbsolutePath().normalize();
  }

  /** Returns a cluster with the usual settings, started the usual way. */
  public static ClusterSpec of(ClusterEngine engine, int nodes, Path directory) {
    return of(usualSettings(engine, nodes), nodes, directory);
  }

  /** Returns a cluster with these settings, started the usual way. */
  public static ClusterSpec of(EngineSettings settings, int nodes, Path directory) {
    return new ClusterSpec(settings, nodes, directory, StartOptions.USUAL);
  }

  /**
   * Returns the settings that an engine has unless others are asked for: HBase on HDFS with three
   * copies or one for each node, and a session timeout of 10 s; Ignite with {@code LOG_ONLY}.
   */
  public static EngineSettings usualSettings(ClusterEngine engine, int nodes) {
    return switch (engine) {
      case HBASE ->
          new EngineSettings.HBase(
              EngineSettings.Storage.HDFS,
              copies(nodes),
              EngineSettings.HBase.SESSION_TIMEOUT_DEFAULT);
      case CASSANDRA -> new EngineSettings.Cassandra();
      case IGNITE -> new EngineSettings.Ignite(EngineSettings.WriteAheadLog.LOG_ONLY);
    };
  }

  /** Returns the copies that data has unless another number is asked for: three, if there are. */
  public static int copies(int nodes) {
    return Math.max(1, Math.min(3, nodes));
  }

  /** Returns the same cluster, started so. */
  public ClusterSpec with(StartOptions other) {
    return new ClusterSpec(settings, nodes, directory, other);
  }
}
