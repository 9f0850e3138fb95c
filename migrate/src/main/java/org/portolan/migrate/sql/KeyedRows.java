package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The rows of some keys as they are now, by the same readers and conversions of the driver as those
 * of a copy. Between {@link #begin} and {@link #end} all reads are of one state, and nothing is
 * locked. Used by one thread.
 */
public final class KeyedRows implements Source {
  private static final int LOCK_SECONDS_MAX = 5;
  private static final long RETRY_MILLIS = 5;
  private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(60);
  private static final int H2_SNAPSHOT = 6;

  private final Database database;
  private Connection connection;
  private List<SqlColumn> by = List.of();
  private List<List<Object>> keys = List.of();

  /**
   * Tells whether a state shows the commits that were read from the log. Databases write a commit
   * into their log before they show it to others, so a reader of the log can come too early.
   */
  public interface Visibility {
    /** Every state shows them. */
    Visibility SURE = connection -> true;

    /** Returns whether the state of this connection's transaction does. */
    boolean shows(Connection connection) throws SQLException;
  }

  public KeyedRows(Database database) {
    this.database = database;
  }

  public Database database() {
    return database;
  }

  /**
   * Takes the state that is read until {@link #end}; waits until it shows what it must.
   *
   * @throws IllegalStateException if it does not after a minute
   */
  public void begin(Visibility visibility) {
    long start = System.nanoTime();
    try {
      if (connection == null) {
        connection = database.connect();
        limitLockWaits();
      }
      snapshot();
      while (!visibility.shows(connection)) {
        connection.rollback();
        if (System.nanoTime() - start > WAIT_NANOS_MAX) {
          throw new IllegalStateException(
              "cannot read "
                  + database.url()
                  + ": it does not show commits that its log has had for a minute");
        }
        Thread.sleep(RETRY_MILLIS);
        snapshot();
      }
    } catch (SQLException e) {
      throw database.failure("read changed rows", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the read was interrupted", e);
    }
  }

  /** Another session may lock a table for hours; a read then fails, and may be tried again. */
  private void limitLockWaits() throws SQLException {
    switch (database.kind()) {
      case POSTGRESQL -> execute("SET lock_timeout = '" + LOCK_SECONDS_MAX + "s'");
      case MARIADB, MYSQL -> execute("SET SESSION lock_wait_timeout = " + LOCK_SECONDS_MAX);
      case H2 -> {
        // Its readers do not wait.
      }
    }
  }

  private void snapshot() throws SQLException {
    switch (database.kind()) {
      case POSTGRESQL -> {
        connection.setAutoCommit(false);
        execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
      }
      case MARIADB, MYSQL -> {
        connection.setAutoCommit(false);
        execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        execute("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY");
      }
      case H2 -> {
        connection.setTransactionIsolation(H2_SNAPSHOT);
        connection.setAutoCommit(false);
      }
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Ends the state. */
  public void end() {
    try {
      if (connection != null) {
        connection.rollback();
      }
    } catch (SQLException e) {
      // The next begin meets what is wrong with the connection.
    }
  }

  /** Says which rows the following {@link #read} returns: those with one of these keys. */
  public void select(List<SqlColumn> columns, List<List<Object>> wanted) {
    by = columns;
    keys = wanted;
  }

  @Override
  public long read(RowQuery query, KeyRange range, int limit, RowConsumer consumer) {
    try {
      return KeyedQuery.read(database, connection, query, by, keys, consumer);
    } catch (SQLException e) {
      throw database.failure("read changed rows of " + query.table().name(), e);
    }
  }

  @Override
  public boolean takesForEqual(
      SqlTable table, List<SqlColumn> columns, List<Object> one, List<Object> other) {
    try {
      return JdbcSource.takesForEqual(database, connection, table, columns, one, other);
    } catch (SQLException e) {
      throw database.failure("compare keys of " + table.name(), e);
    }
  }

  @Override
  public SqlTable table(String name) {
    throw new UnsupportedOperationException("only keys are read here");
  }

  @Override
  public List<String> tables() {
    throw new UnsupportedOperationException("only keys are read here");
  }

  @Override
  public String identity() {
    throw new UnsupportedOperationException("only keys are read here");
  }

  @Override
  public boolean ignoresTrailingSpaces() {
    return database.kind().isMysql();
  }

  @Override
  public int readers() {
    return 1;
  }

  @Override
  public String isolation() {
    return "the latest state for each batch of changes";
  }

  @Override
  public OptionalLong estimate(SqlTable table) {
    return OptionalLong.empty();
  }

  @Override
  public long count(SqlTable table) {
    throw new UnsupportedOperationException("only keys are read here");
  }

  @Override
  public long greatest(SqlTable table, String column) {
    throw new UnsupportedOperationException("only keys are read here");
  }

  @Override
  public List<Object> end(RowQuery query, List<Object> low, int rows) {
    throw new UnsupportedOperationException("only keys are read here");
  }

  /** Closes the connection; the next {@link #begin} opens another. */
  @Override
  public void close() {
    Connection open = connection;
    connection = null;
    if (open == null) {
      return;
    }
    try {
      open.close();
    } catch (SQLException e) {
      // The server ends the transaction of a lost connection by itself.
    }
  }
}
