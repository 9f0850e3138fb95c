package org.portolan.cluster;

import java.nio.file.Path;
import java.util.Map;

/**
 * The cluster to start, and its directory.
 *
 * @param settings the engine and its settings
 * @param nodes region servers of HBase, nodes of Cassandra or Ignite, 1 to 16; 1 for a database
 * @param directory holds data, logs, configuration and the record of started servers; it must be
 *     absent, empty, or the directory of a cluster with these settings
 * @param options the options of the start
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
    if (settings.engine().isDatabase() && nodes > 1) {
      throw new IllegalArgumentException(
          settings.engine().label() + " runs as one server here: nodes must be 1, not " + nodes);
    }
    options.requireFor(settings.engine());
    if (settings instanceof EngineSettings.HBase hbase && hbase.replication() > nodes) {
      throw new IllegalArgumentException(
          "replication "
              + hbase.replication()
              + " needs at least as many nodes, but there are only "
              + nodes
              + ": choose more nodes or fewer copies");
    }
    if (!options.hosts().isEmpty() && options.hosts().size() != nodes) {
      throw new IllegalArgumentException(
          "each node needs a host: there are "
              + nodes
              + " nodes and "
              + options.hosts().size()
              + " hosts");
    }
    if (settings instanceof EngineSettings.Cassandra cassandra && !cassandra.distance().isNone()) {
      requireApart(cassandra.distance(), nodes, options);
    }
    directory = directory.toAbsolutePath().normalize();
  }

  private static void requireApart(Distance distance, int nodes, StartOptions options) {
    if (nodes == 1) {
      throw new IllegalArgumentException(
          "a distance of "
              + distance
              + " needs two or more nodes, and there is 1: choose more nodes or leave out the"
              + " distance");
    }
    if (!options.hosts().isEmpty()) {
      throw new IllegalArgumentException(
          "nodes on separate hosts are as far apart as their network makes them: leave out the"
              + " distance of "
              + distance);
    }
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
   * Returns the default settings of an engine: HBase on HDFS with three copies or one for each
   * node, and a session timeout of 10 s; Cassandra without a distance; Ignite with {@code
   * LOG_ONLY}; a database with no variables set.
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
      case MARIADB, POSTGRESQL -> new EngineSettings.Database(engine, Map.of());
    };
  }

  /**
   * Returns the default number of copies of data: three, or the number of nodes if that is less.
   */
  public static int copies(int nodes) {
    return Math.max(1, Math.min(3, nodes));
  }

  /** Returns this specification with other options of the start. */
  public ClusterSpec with(StartOptions other) {
    return new ClusterSpec(settings, nodes, directory, other);
  }
}
