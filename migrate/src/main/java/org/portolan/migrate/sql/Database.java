package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.DatabaseKind;
import org.portolan.jdbc.JdbcFailures;
import org.portolan.jdbc.JdbcUrl;

/** A database: how it is connected to, and how its dialects differ. Thread-safe. */
public final class Database {
  /**
   * Whatever would change values on their way: MariaDB's driver takes TINYINT(1) for a boolean and
   * years for dates, and reads a float as text, which has six digits. Statements that the server
   * prepares are answered in binary.
   */
  private static final Map<String, String> EXACT_MYSQL =
      Map.of(
          "tinyInt1isBit", "false",
          "yearIsDateType", "false",
          "useServerPrepStmts", "true",
          "useBulkStmts", "false",
          "allowMultiQueries", "false",
          // A reader may wait for its writers for as long as these are slow.
          "socketTimeout", "0");

  private static final Map<String, String> EXACT_POSTGRESQL =
      Map.of(
          // The server decides what a text is: an enum, JSON, an address.
          "stringtype", "unspecified",
          "reWriteBatchedInserts", "true",
          "socketTimeout", "0");

  private final Connector connector;

  public Database(String url) {
    JdbcUrl parsed = JdbcUrl.of(url);
    this.connector =
        Connector.of(
            parsed,
            switch (parsed.kind()) {
              case MARIADB, MYSQL -> EXACT_MYSQL;
              case POSTGRESQL -> EXACT_POSTGRESQL;
              case H2 -> Map.of();
            });
  }

  public JdbcUrl url() {
    return connector.url();
  }

  public DatabaseKind kind() {
    return url().kind();
  }

  /** Returns a new connection, whose moments are in UTC. */
  public Connection connect() throws SQLException {
    Connection connection = connector.connect();
    try (Statement statement = connection.createStatement()) {
      switch (kind()) {
        case MARIADB, MYSQL -> {
          statement.execute("SET SESSION time_zone = '+00:00'");
          // The server waits for a slow reader, and tells of each value that does not fit.
          statement.execute("SET SESSION net_write_timeout = 86400");
          statement.execute(
              "SET SESSION sql_mode ="
                  + " 'STRICT_ALL_TABLES,ALLOW_INVALID_DATES,NO_AUTO_VALUE_ON_ZERO'");
        }
        case POSTGRESQL -> {
          statement.execute("SET TIME ZONE 'UTC'");
          statement.execute("SET statement_timeout = 0");
          statement.execute("SET idle_in_transaction_session_timeout = 0");
          // Rows that a policy would hide are an error.
          statement.execute("SET row_security = off");
        }
        case H2 -> {
          statement.execute("SET TIME ZONE 'UTC'");
          // Rows come as they are read, instead of all at once.
          statement.execute("SET LAZY_QUERY_EXECUTION 1");
        }
      }
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /** Returns a name in quotes. */
  public String quoted(String name) {
    String quote = kind().isMysql() ? "`" : "\"";
    return quote + name.replace(quote, quote + quote) + quote;
  }

  /** Returns the failure of an act in a transaction, which is rolled back. */
  RuntimeException failure(String act, Connection connection, SQLException failure) {
    try {
      // PostgreSQL takes no further statement before.
      connection.rollback();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
    return failure(act, failure);
  }

  /** Returns the failure of an act, in one line. */
  public RuntimeException failure(String act, SQLException failure) {
    return JdbcFailures.of(act, url(), failure);
  }
}
