package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.portolan.jdbc.DatabaseKind;
import org.portolan.jdbc.JdbcFailures;
import org.portolan.migrate.value.Unmovable;

/** One state of a database, read by JDBC. */
public final class JdbcSource implements Source {
  private static final int FETCH_ROWS_MAX = 1_000;

  /** About how much a connection may hold of what it has fetched, in bytes. */
  private static final long FETCH_BYTES = 4 << 20;

  private final Database database;
  private final Statements statements;
  private final Snapshot snapshot;
  private final BlockingQueue<Connection> free;
  private final int readers;
  private final Catalog catalog;

  /**
   * Takes a snapshot.
   *
   * @param readers how many connections, if the database can share its state between several
   * @param lockBriefly whether tables of MariaDB and MySQL may be locked for a moment, so that they
   *     can
   */
  public JdbcSource(String url, int readers, boolean lockBriefly) {
    this.database = new Database(url);
    this.statements = new Statements(database);
    try {
      this.snapshot = new Snapshot(database, readers, lockBriefly);
      this.readers = snapshot.connections().size();
      this.free = new ArrayBlockingQueue<>(this.readers, true, snapshot.connections());
      this.catalog = new Catalog(database, snapshot.connections().get(0));
    } catch (SQLException e) {
      throw database.failure("take a snapshot", e);
    }
  }

  public Database database() {
    return database;
  }

  /** Work with a connection. */
  private interface Work<T> {
    T with(Connection connection) throws SQLException;
  }

  private <T> T read(String act, Work<T> work) {
    Connection connection;
    try {
      connection = free.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the read was interrupted", e);
    }
    try {
      return work.with(connection);
    } catch (SQLException e) {
      throw database.failure(act, e);
    } finally {
      free.add(connection);
    }
  }

  @Override
  public SqlTable table(String name) {
    return read("look up table '" + name + "'", connection -> catalog.table(name));
  }

  @Override
  public List<String> tables() {
    return read("list the tables", connection -> catalog.usualTables());
  }

  @Override
  public String identity() {
    return read("identify the database", connection -> DatabaseIdentity.of(database, connection));
  }

  @Override
  public boolean ignoresTrailingSpaces() {
    return database.kind().isMysql();
  }

  @Override
  public int readers() {
    return readers;
  }

  @Override
  public String isolation() {
    return snapshot.description();
  }

  @Override
  public OptionalLong estimate(SqlTable table) {
    String sql =
        switch (database.kind()) {
          case H2 ->
              Statements.MARK + "SELECT COUNT(*) AS " + Statements.ALIAS + " FROM " + table.sql();
          case POSTGRESQL ->
              "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE oid = CAST('"
                  + table.sql().replace("'", "''")
                  + "' AS regclass)";
          case MARIADB, MYSQL ->
              "SELECT table_rows FROM information_schema.tables WHERE table_schema ="
                  + " DATABASE() AND table_name = '"
                  + table.sql().replaceAll("^`|`$", "").replace("``", "`").replace("'", "''")
                  + "'";
        };
    return read(
        "estimate the rows of " + table.name(),
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(sql);
              ResultSet row = statement.executeQuery()) {
            return row.next() && row.getLong(1) > 0
                ? OptionalLong.of(row.getLong(1))
                : OptionalLong.empty();
          }
        });
  }

  @Override
  public long count(SqlTable table) {
    return number(
        "count the rows of " + table.name(),
        Statements.MARK + "SELECT COUNT(*) AS " + Statements.ALIAS + " FROM " + table.from());
  }

  private long number(String act, String sql) {
    return read(
        act,
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(sql);
              ResultSet row = statement.executeQuery()) {
            return row.next() ? row.getLong(1) : 0L;
          }
        });
  }

  @Override
  public long greatest(SqlTable table, String column) {
    String name =
        table
            .column(column)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "table "
                            + table.name()
                            + " has no column '"
                            + column
                            + "'; "
                            + table.hint(column)))
            .name();
    String quoted = database.quoted(name);
    return number(
        "find the greatest " + column,
        Statements.MARK
            + "SELECT MAX("
            + quoted
            + ") AS "
            + Statements.ALIAS
            + " FROM "
            + table.sql()
            + " WHERE "
            + quoted
            + " <= "
            + Long.MAX_VALUE);
  }

  @Override
  public List<Object> end(RowQuery query, List<Object> low, int rows) {
    return read(
        "find the keys of " + query.table().name(),
        connection -> {
          Statements.Bound bound = new Statements.Bound();
          String sql = statements.end(query, low, rows, bound);
          try (PreparedStatement statement = prepare(connection, sql, bound, 1);
              ResultSet row = statement.executeQuery()) {
            return row.next() ? List.of(values(row, readers(query.order()))) : List.<Object>of();
          }
        });
  }

  @Override
  public long read(RowQuery query, KeyRange range, int limit, RowConsumer consumer) {
    return read(
        "read " + query.table().name(),
        connection -> {
          Statements.Bound bound = new Statements.Bound();
          String sql = statements.rows(query, range, limit, bound);
          int fetch = fetchRows(connection, query, range);
          try (PreparedStatement statement = prepare(connection, sql, bound, fetch)) {
            return consume(statement, query, consumer);
          }
        });
  }

  @Override
  public boolean takesForEqual(
      SqlTable table, List<SqlColumn> columns, List<Object> one, List<Object> other) {
    return read(
        "compare keys of " + table.name(),
        connection -> takesForEqual(database, connection, table, columns, one, other));
  }

  static boolean takesForEqual(
      Database database,
      Connection connection,
      SqlTable table,
      List<SqlColumn> columns,
      List<Object> one,
      List<Object> other)
      throws SQLException {
    Statements.Bound bound = new Statements.Bound();
    String sql = new Statements(database).equal(table, columns, one, other, bound);
    try (PreparedStatement statement = prepare(database, connection, sql, bound, 1);
        ResultSet row = statement.executeQuery()) {
      return row.next();
    }
  }

  /**
   * Returns how many rows a connection fetches at a time. MariaDB's sends rows as they are read,
   * and H2 is in this process or sends a hundred; so there the number does not matter. PostgreSQL
   * takes a round trip for each, so the widest row of the range decides.
   */
  private int fetchRows(Connection connection, RowQuery query, KeyRange range) throws SQLException {
    if (database.kind() != DatabaseKind.POSTGRESQL) {
      return database.kind().isMysql() ? 1 : 100;
    }
    if (query.columns().stream().noneMatch(SqlColumn::wide)) {
      return FETCH_ROWS_MAX;
    }
    Statements.Bound bound = new Statements.Bound();
    String sql = statements.widest(query, range, bound);
    try (PreparedStatement statement = prepare(connection, sql, bound, 1);
        ResultSet row = statement.executeQuery()) {
      long widest = row.next() ? row.getLong(1) : 0;
      return (int) Math.max(1, Math.min(FETCH_ROWS_MAX, FETCH_BYTES / Math.max(1, widest)));
    }
  }

  private PreparedStatement prepare(
      Connection connection, String sql, Statements.Bound bound, int fetch) throws SQLException {
    return prepare(database, connection, sql, bound, fetch);
  }

  static PreparedStatement prepare(
      Database database, Connection connection, String sql, Statements.Bound bound, int fetch)
      throws SQLException {
    PreparedStatement statement =
        connection.prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    statement.setFetchSize(fetch);
    for (int place = 0; place < bound.values().size(); place++) {
      Parameters.set(
          database.kind(),
          statement,
          place + 1,
          bound.columns().get(place),
          bound.values().get(place));
    }
    return statement;
  }

  private RawReader[] readers(List<SqlColumn> columns) {
    return readers(database, columns);
  }

  static RawReader[] readers(Database database, List<SqlColumn> columns) {
    return columns.stream()
        .map(column -> new RawReader(column, database.kind().isMysql()))
        .toArray(RawReader[]::new);
  }

  private long consume(PreparedStatement statement, RowQuery query, RowConsumer consumer)
      throws SQLException {
    RawReader[] readers = readers(query.columns());
    long count = 0;
    try (ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        count++;
        consumer.accept(values(row, readers));
      }
    }
    return count;
  }

  static Object[] values(ResultSet row, RawReader[] readers) throws SQLException {
    Object[] values = new Object[readers.length];
    for (int place = 0; place < values.length; place++) {
      try {
        values[place] = readers[place].read(row, place + 1);
      } catch (SQLException e) {
        if (JdbcFailures.isConnectionLost(e)) {
          throw e;
        }
        values[place] =
            new Unmovable("cannot be read: " + JdbcFailures.reason(e), text(row, place + 1));
      }
    }
    return values;
  }

  /** Returns a value as the database writes it, as far as the driver tells. */
  private static String text(ResultSet row, int place) throws SQLException {
    try {
      return row.getString(place);
    } catch (SQLException e) {
      if (JdbcFailures.isConnectionLost(e)) {
        throw e;
      }
      return null;
    }
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
