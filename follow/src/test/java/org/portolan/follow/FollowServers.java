package org.portolan.follow;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.portolan.cluster.Cluster;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterException;
import org.portolan.cluster.ClusterSpec;
import org.portolan.cluster.EngineSettings;
import org.portolan.cluster.FetchedJars;

/** Servers whose logs can be followed, one of each kind for all tests of a process. */
final class FollowServers implements BeforeAllCallback {
  private static final Map<ClusterEngine, Cluster> STARTED = new EnumMap<>(ClusterEngine.class);

  /** Counts the slots of one database, for a server has those of all. */
  static final String SLOTS =
      "SELECT count(*) FROM pg_replication_slots WHERE database = current_database()";

  /** Lets the servers stop when the tests of all classes have ended. */
  @Override
  public void beforeAll(ExtensionContext context) {
    Object unused =
        context
            .getRoot()
            .getStore(Namespace.GLOBAL)
            .getOrComputeIfAbsent(FollowServers.class, any -> (AutoCloseable) FollowServers::stop);
  }

  private static synchronized void stop() {
    STARTED.values().forEach(Cluster::stop);
    STARTED.clear();
  }

  static Cluster mariaDb() {
    return get(ClusterEngine.MARIADB, Map.of("log-bin", "binlog", "binlog_format", "ROW"));
  }

  static Cluster postgreSql() {
    return get(ClusterEngine.POSTGRESQL, Map.of("wal_level", "logical"));
  }

  private static synchronized Cluster get(ClusterEngine engine, Map<String, String> variables) {
    return STARTED.computeIfAbsent(engine, which -> start(which, variables));
  }

  private static Cluster start(ClusterEngine engine, Map<String, String> variables) {
    try {
      Path unused = FetchedJars.DEBEZIUM.get(fetched -> {});
      Path directory =
          Files.createTempDirectory(Path.of("target"), "follow-" + engine.label()).toAbsolutePath();
      return Cluster.start(
              ClusterSpec.of(
                  new EngineSettings.Database(engine, variables), 1, directory.resolve("server")))
          .stopOnExit();
    } catch (ClusterException notToBeHad) {
      Assumptions.abort("no jars of " + engine + " to start: " + notToBeHad.getMessage());
      throw notToBeHad;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes an empty database, and returns its URL. */
  static String database(Cluster cluster, String name) throws SQLException {
    execute(cluster.uri(), "CREATE DATABASE " + name);
    return cluster.uri().replaceFirst("/portolan(?=\\?|$)", "/" + name);
  }

  static void execute(String url, String... statements) throws SQLException {
    try (Connection connection = BusyShop.connect(url);
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  static long number(String url, String sql) throws SQLException {
    return Long.parseLong(text(url, sql));
  }

  /** Returns the first column of the first row. */
  static String text(String url, String sql) throws SQLException {
    try (Connection connection = BusyShop.connect(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
