package org.portolan.jdbc;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Makes connections to one database by the driver of its URL. Not through {@code DriverManager},
 * which asks every driver on the class path, and Ignite's does not start everywhere. Immutable and
 * thread-safe.
 */
public final class Connector {
  private static final int LOCK_WAIT_SECONDS = 5;

  /** The environment variable with the password of a database whose URL has none. */
  static final String PASSWORD = "PORTOLAN_JDBC_PASSWORD";

  private final JdbcUrl url;
  private final Driver driver;
  private final String read;
  private final Properties properties = new Properties();

  private Connector(JdbcUrl url, Driver driver, String read, Map<String, String> given) {
    this.url = url;
    this.driver = driver;
    this.read = read;
    put(url.kind().properties());
    passwordOfEnvironment().ifPresent(password -> put(Map.of("password", password)));
    put(given);
  }

  /** Returns the password for a URL that has none: a command line is seen by other users. */
  public static Optional<String> passwordOfEnvironment() {
    return Optional.ofNullable(System.getenv(PASSWORD));
  }

  private void put(Map<String, String> given) {
    given.forEach(
        (name, value) -> {
          if (!url.says(name)) {
            properties.setProperty(name, value);
          }
        });
  }

  /**
   * Returns connections to a database that exists: an embedded one is not created.
   *
   * @param properties properties of the driver, for example {@code user} and {@code password};
   *     parameters of the URL go before them, and these before our own
   * @throws InvalidJdbcUrlException if no driver of the URL is on the class path
   */
  public static Connector of(JdbcUrl url, Map<String, String> properties) {
    boolean existing = url.isEmbedded() && !url.says("IFEXISTS");
    return of(url, existing ? url.url() + ";IFEXISTS=TRUE" : url.url(), properties);
  }

  /**
   * Returns connections to a database, which is created if it is embedded and missing.
   *
   * @throws InvalidJdbcUrlException as {@link #of}
   */
  public static Connector creating(JdbcUrl url, Map<String, String> properties) {
    return of(url, url.url(), properties);
  }

  private static Connector of(JdbcUrl url, String read, Map<String, String> properties) {
    for (String name : url.kind().drivers()) {
      Optional<Driver> driver = driver(name);
      if (driver.isPresent()) {
        // MariaDB's driver serves MySQL too, but only under its own name.
        boolean other =
            url.kind() == DatabaseKind.MYSQL && name.startsWith(DatabaseKind.MARIADB_PACKAGE);
        String known =
            other
                ? DatabaseKind.MARIADB.prefix() + read.substring(url.kind().prefix().length())
                : read;
        return new Connector(url, driver.get(), known, properties);
      }
    }
    throw new InvalidJdbcUrlException(
        "the driver "
            + url.kind().drivers().get(0)
            + " is not on the class path: add the artifact "
            + url.kind().artifact());
  }

  private static Optional<Driver> driver(String name) {
    try {
      return Optional.of(
          Class.forName(name).asSubclass(Driver.class).getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException | LinkageError e) {
      return Optional.empty();
    }
  }

  public JdbcUrl url() {
    return url;
  }

  /**
   * Returns a new connection, as the driver makes it; on PostgreSQL, values have {@linkplain
   * PostgreSqlSettings one form}, whatever the settings of the database and the user are.
   */
  public Connection connect() throws SQLException {
    Connection connection = driver.connect(read, (Properties) properties.clone());
    if (connection == null) {
      throw new SQLException("the driver does not read this URL", "08001");
    }
    if (url.kind() == DatabaseKind.POSTGRESQL) {
      try {
        PostgreSqlSettings.set(connection);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    }
    return connection;
  }

  /**
   * Returns a new connection that changes nothing, with a transaction for each statement. So no
   * lock on a table outlives a statement, and changes of the schema by others do not wait. No
   * statement waits longer than five seconds for a lock of others. H2 has no such mode of a
   * connection: there, the caller alone sees to it that nothing is changed.
   *
   * @param statementTimeMax how long a statement may take; zero for any time
   */
  public Connection reader(Duration statementTimeMax) throws SQLException {
    Connection connection = connect();
    try {
      connection.setReadOnly(true);
      limit(connection, statementTimeMax.toMillis());
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Returns a new connection whose statements all see one committed state and can change nothing: a
   * read-only transaction at REPEATABLE READ, which these databases answer without locking rows. As
   * long as it is open, it keeps a shared lock on each table that it has read, so changes of the
   * schema wait. Close the connection to end the transaction; do not commit it.
   *
   * <p>To read a table of any size in bounded memory, give the statement a fetch size.
   *
   * @param statementTimeMax how long a statement may take; zero for any time
   */
  public Connection snapshot(Duration statementTimeMax) throws SQLException {
    Connection connection = reader(statementTimeMax);
    try {
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  private void limit(Connection connection, long millis) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      switch (url.kind()) {
        case H2 -> {
          statement.execute("SET LOCK_TIMEOUT " + LOCK_WAIT_SECONDS * 1000);
          statement.execute("SET QUERY_TIMEOUT " + millis);
        }
        case POSTGRESQL -> {
          statement.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY");
          // Rows that a policy would hide are an error, not fewer rows.
          statement.execute("SET row_security = off");
          statement.execute("SET lock_timeout = " + LOCK_WAIT_SECONDS * 1000);
          statement.execute("SET statement_timeout = " + millis);
        }
        case MARIADB, MYSQL -> {
          statement.execute("SET SESSION TRANSACTION READ ONLY");
          statement.execute("SET SESSION lock_wait_timeout = " + LOCK_WAIT_SECONDS);
          statement.execute(
              isMariaDb(connection)
                  ? "SET SESSION max_statement_time = " + millis / 1000.0
                  : "SET SESSION max_execution_time = " + millis);
        }
      }
    }
  }

  /** Returns whether a server that reads the SQL of MySQL is MariaDB, whatever its URL says. */
  public static boolean isMariaDb(Connection connection) throws SQLException {
    String version = connection.getMetaData().getDatabaseProductVersion();
    return version.contains("MariaDB")
        || connection.getMetaData().getDatabaseProductName().equals("MariaDB");
  }
}
