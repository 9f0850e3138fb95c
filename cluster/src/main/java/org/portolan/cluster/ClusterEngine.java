package org.portolan.cluster;

import java.util.Locale;

/** An engine of which a local cluster can be started. */
public enum ClusterEngine {
  /** Apache HBase, with ZooKeeper and, unless the storage is local, HDFS. */
  HBASE("2.6.1-hadoop3", 187),
  /** Apache Cassandra, a node on each of 127.0.0.1, 127.0.0.2 and so on. */
  CASSANDRA("5.0.9", 100),
  /** Apache Ignite with native persistence. */
  IGNITE("2.18.0", 7);

  private final String version;
  private final int jars;

  ClusterEngine(String version, int jars) {
    this.version = version;
    this.jars = jars;
  }

  /** Returns the version of the servers. */
  public String version() {
    return version;
  }

  /** Returns the number of jars that the servers need. */
  public int jars() {
    return jars;
  }

  /**
   * Returns the name in lower case, as typed on the command line and as the start of a store's URI.
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the engine of a {@link #label}.
   *
   * @throws IllegalArgumentException if no engine has that name
   */
  public static ClusterEngine of(String label) {
    for (ClusterEngine engine : values()) {
      if (engine.label().equals(label)) {
        return engine;
      }
    }
    throw new IllegalArgumentException(
        "there is no engine '" + label + "'; choose hbase, cassandra or ignite");
  }
}
