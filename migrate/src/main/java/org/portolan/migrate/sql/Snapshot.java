package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.portolan.jdbc.Connector;

/**
 * Connections that all see the same committed state, in which nothing is locked. PostgreSQL exports
 * a snapshot to further connections; MySQL does not, so there it is one connection, or several that
 * begin under a lock of a moment; in H2 it is one.
 */
final class Snapshot implements AutoCloseable {
  private static final int H2_SNAPSHOT = 6;

  private final List<Connection> connections = new ArrayList<>();
  private final String description;

  /**
   * @param wanted how many connections, if the database can
   * @param lockBriefly whether MySQL's tables may be locked while the connections begin
   */
  Snapshot(Database database, int wanted, boolean lockBriefly) throws SQLException {
    try {
      description =
          switch (database.kind()) {
            case POSTGRESQL -> postgres(database, wanted);
            case MARIADB, MYSQL -> mysql(database, wanted, lockBriefly);
            case H2 -> h2(database);
          };
    } catch (SQLException | RuntimeException e) {
      close();
      throw e;
    }
  }

  List<Connection> connections() {
    return connections;
  }

  String description() {
    return description;
  }

  private Connection connect(Database database) throws SQLException {
    Connection connection = database.connect();
    connections.add(connection);
    return connection;
  }

  private String postgres(Database database, int wanted) throws SQLException {
    String begin = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY";
    Connection first = connect(database);
    first.setAutoCommit(false);
    execute(first, begin);
    String id = value(first, "SELECT pg_export_snapshot()");
    for (int number = 1; number < wanted; number++) {
      Connection next = connect(database);
      next.setAutoCommit(false);
      execute(next, begin);
      execute(next, "SET TRANSACTION SNAPSHOT '" + id + "'");
    }
    return "REPEATABLE READ, nothing locked, "
        + wanted
        + (wanted == 1 ? " connection" : " connections with one exported snapshot");
  }

  private String mysql(Database database, int wanted, boolean lockBriefly) throws SQLException {
    int count = lockBriefly ? wanted : 1;
    Connection lock = lockBriefly ? database.connect() : null;
    try {
      if (lockBriefly) {
        execute(lock, "FLUSH TABLES WITH READ LOCK");
      }
      for (int number = 0; number < count; number++) {
        Connection connection = connect(database);
        execute(connection, "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        if (Connector.isMariaDb(connection)) {
          execute(connection, "SET SESSION max_statement_time = 0");
        }
        execute(connection, "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
      }
    } finally {
      if (lock != null) {
        execute(lock, "UNLOCK TABLES");
        lock.close();
      }
    }
    return lockBriefly
        ? "REPEATABLE READ, " + count + " connections that began under a global read lock"
        : "REPEATABLE READ, nothing locked, 1 connection";
  }

  private String h2(Database database) throws SQLException {
    Connection connection = connect(database);
    connection.setTransactionIsolation(H2_SNAPSHOT);
    connection.setAutoCommit(false);
    // The first statement makes the snapshot, of all tables.
    execute(connection, "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES");
    return "SNAPSHOT, nothing locked, 1 connection";
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String value(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  /** Ends the transactions; failures of connections that are lost change nothing any more. */
  @Override
  public void close() {
    for (Connection connection : connections) {
      try {
        if (!connection.getAutoCommit()) {
          connection.rollback();
        }
        connection.close();
      } catch (SQLException e) {
        // The server ends the transaction of a lost connection by itself.
      }
    }
    connections.clear();
  }
}
