package org.portolan.follow;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.JdbcFailures;
import org.portolan.jdbc.JdbcUrl;
import org.portolan.migrate.ChangeApplier;
import org.portolan.migrate.MigrateException;
import org.portolan.migrate.sql.Database;
import org.portolan.migrate.sql.KeyedRows.Visibility;

/** What differs between databases whose log is followed. Used by one thread. */
abstract sealed class FollowedDatabase implements AutoCloseable permits MariaDbLog, PostgreSqlLog {
  /** The name of the engine of Debezium, and of all that it makes. */
  static final String NAME = "portolan";

  /** Writers that come while the database is made read-only wait so long too. */
  static final int LOCK_SECONDS_MAX = 10;

  private final Database database;
  private Connection connection;

  /** A moment of the log: everything that was committed before it has an earlier place. */
  record Mark(String place, long takenNanos) {}

  FollowedDatabase(Database database) {
    this.database = database;
  }

  /**
   * Returns the database of a URL.
   *
   * @throws MigrateException if we cannot follow its kind
   */
  static FollowedDatabase of(String url) {
    Database database = new Database(url);
    return switch (database.kind()) {
      case MARIADB, MYSQL -> {
        if (!isMariaDb(database)) {
          throw refused(database.url(), "MySQL");
        }
        yield new MariaDbLog(database);
      }
      case POSTGRESQL -> new PostgreSqlLog(database);
      case H2 -> throw refused(database.url(), "H2");
    };
  }

  static MigrateException refused(JdbcUrl url, String product) {
    return new MigrateException(
        "cannot follow "
            + url
            + ": the server is "
            + product
            + ", and only the logs of MariaDB and PostgreSQL can be followed; copy without --follow,"
            + " then stop the writers, and copy what has changed with --resume");
  }

  /** Asks the server: the drivers of MySQL and MariaDB reach both. */
  private static boolean isMariaDb(Database database) {
    try (Connection connection = database.connect()) {
      return Connector.isMariaDb(connection);
    } catch (SQLException e) {
      throw database.failure("ask for the kind of the database", e);
    }
  }

  Database database() {
    return database;
  }

  JdbcUrl url() {
    return database.url();
  }

  /**
   * Makes the database keep its log from here on, and returns the place.
   *
   * @param name of what is made in the database; letters and digits
   * @throws MigrateException if the database or the user is not set up for it, with the remedy
   */
  abstract String begin(ChangeApplier applier, String name);

  /** Leaves tables to the comparison at the end whose changes the log does not tell. */
  abstract void restrict(ChangeApplier applier);

  /**
   * Returns what is missing, so that the log cannot be read from a place; empty if it can.
   *
   * @param tables those that are followed
   */
  abstract Optional<String> lost(String place, List<String> tables);

  /** Returns which sessions hold locks that others wait for, as far as the server tells. */
  abstract String lockHolders();

  /** Returns what Debezium must know to read from a place. */
  abstract Properties properties(String place, List<String> tables);

  /** Returns the place behind a record; empty if the database itself keeps it. */
  abstract Optional<String> placeAfter(LogRecord record);

  /** Returns what tells whether a state shows the changes of some records. */
  abstract Visibility visibility(List<LogRecord> records);

  /** Marks the present end of the log. */
  abstract Mark mark();

  /** Returns whether a record is behind a mark, or is the mark. */
  abstract boolean reaches(LogRecord record, Mark mark);

  /**
   * Lets nobody write any more, as far as the database can; returns what it does not stop.
   *
   * @throws MigrateException if other sessions do not let that be done in {@link #LOCK_SECONDS_MAX}
   */
  abstract String stopWriters();

  /** Returns the statement that lets writers go on. */
  abstract String undo();

  /** Removes from the database what following needed. */
  abstract void forget(String place);

  /** Returns the statements that do the same, for people. */
  abstract String forgetByHand(String place);

  /** A text from the first row and column of an answer; empty if there is none. */
  Optional<String> ask(String act, String sql) {
    return row(act, sql).entrySet().stream().findFirst().map(Map.Entry::getValue);
  }

  /** The first row of an answer, by column in lower case; empty if there is none. */
  Map<String, String> row(String act, String sql) {
    try (Statement statement = connection().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      Map<String, String> row = new LinkedHashMap<>();
      if (rows.next()) {
        for (int place = 1; place <= rows.getMetaData().getColumnCount(); place++) {
          String value = rows.getString(place);
          if (value != null) {
            row.put(rows.getMetaData().getColumnLabel(place).toLowerCase(Locale.ROOT), value);
          }
        }
      }
      return row;
    } catch (SQLException e) {
      throw database.failure(act, e);
    }
  }

  void execute(String act, String sql) {
    try (Statement statement = connection().createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw database.failure(act, e);
    }
  }

  private Connection connection() throws SQLException {
    if (connection == null || !connection.isValid(5)) {
      close();
      connection = database.connect();
    }
    return connection;
  }

  /** Returns whether a lock of another session was not released in time. */
  static boolean isLockTimeout(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && JdbcFailures.isLockTimeout(sql)) {
        return true;
      }
    }
    return false;
  }

  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  @Override
  public void close() {
    Connection open = connection;
    connection = null;
    try {
      if (open != null) {
        open.close();
      }
    } catch (SQLException e) {
      // The server ends it.
    }
  }
}
