package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.portolan.jdbc.DatabaseKind;
import org.portolan.jdbc.JdbcFailures;

/**
 * A database into which rows are inserted, in transactions of some hundred rows. Foreign keys are
 * not looked at while rows are inserted, since rows may refer to later ones. Used by one thread.
 */
public final class JdbcTarget implements AutoCloseable {
  private final Database database;
  private final Connection connection;
  private final Catalog catalog;
  private boolean unchecked = true;

  public JdbcTarget(String url) {
    this.database = new Database(url);
    try {
      this.connection = database.connect();
      this.catalog = new Catalog(database, connection);
      String off =
          switch (database.kind()) {
            case H2 -> "SET REFERENTIAL_INTEGRITY FALSE";
            case MARIADB, MYSQL -> "SET SESSION foreign_key_checks = 0";
            case POSTGRESQL -> "SET session_replication_role = replica";
          };
      try {
        execute(off);
      } catch (SQLException e) {
        // Needs a privilege. Then the order of the tables must do.
        unchecked = false;
      }
      connection.setAutoCommit(false);
    } catch (SQLException e) {
      throw database.failure("connect", e);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns whether rows may come before those that they refer to. */
  public boolean leavesReferencesUnchecked() {
    return unchecked;
  }

  /** As {@link Source#table}. */
  public SqlTable table(String name) {
    try {
      return catalog.table(name);
    } catch (SQLException e) {
      throw database.failure("look up table '" + name + "'", e);
    }
  }

  /** Returns what a table would change of the values that are inserted. */
  public Exactness exactness(SqlTable table) {
    try {
      return catalog.exactness(table.name());
    } catch (SQLException e) {
      throw database.failure("look up the columns of " + table.name(), e);
    }
  }

  /** Returns whether a table has rows. */
  public boolean hasRows(SqlTable table) {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                Statements.MARK + "SELECT 1 FROM " + table.from() + " LIMIT 1")) {
      return row.next();
    } catch (SQLException e) {
      throw database.failure("read " + table.name(), e);
    }
  }

  /**
   * Inserts rows, in one transaction.
   *
   * @param rows the values of each, by column
   * @param refused is given each row that the database refuses, with its reason; the others are
   *     inserted
   */
  public void insert(
      SqlTable table,
      List<SqlColumn> columns,
      List<Object[]> rows,
      BiConsumer<Object[], String> refused) {
    String sql = statement(table, columns);
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      try {
        for (Object[] row : rows) {
          set(statement, columns, row);
          statement.addBatch();
        }
        int[] unused = statement.executeBatch();
        connection.commit();
      } catch (SQLException e) {
        if (JdbcFailures.isConnectionLost(e)) {
          throw e;
        }
        statement.clearBatch();
        connection.rollback();
        oneByOne(statement, columns, rows, refused);
      }
    } catch (SQLException e) {
      throw database.failure("insert into " + table.name(), e);
    }
  }

  /**
   * Lets columns that number rows by themselves go on above the greatest number of a table.
   *
   * @return what could not be done, for people
   */
  public List<String> restartNumbers(SqlTable table) {
    try {
      return new NumberedColumns(database, connection).restart(table);
    } catch (SQLException e) {
      throw database.failure("find the numbered columns of " + table.name(), e);
    }
  }

  private void oneByOne(
      PreparedStatement statement,
      List<SqlColumn> columns,
      List<Object[]> rows,
      BiConsumer<Object[], String> refused)
      throws SQLException {
    for (Object[] row : rows) {
      Savepoint before = connection.setSavepoint();
      try {
        set(statement, columns, row);
        statement.executeUpdate();
        connection.releaseSavepoint(before);
      } catch (SQLException e) {
        if (JdbcFailures.isConnectionLost(e)) {
          throw e;
        }
        connection.rollback(before);
        refused.accept(row, JdbcFailures.reason(e));
      }
    }
    connection.commit();
  }

  private void set(PreparedStatement statement, List<SqlColumn> columns, Object[] row)
      throws SQLException {
    for (int place = 0; place < row.length; place++) {
      Parameters.set(database.kind(), statement, place + 1, columns.get(place), row[place]);
    }
  }

  private String statement(SqlTable table, List<SqlColumn> columns) {
    String begin = Statements.MARK + "INSERT INTO " + table.sql();
    if (columns.isEmpty()) {
      return begin + (database.kind().isMysql() ? " () VALUES ()" : " DEFAULT VALUES");
    }
    List<String> marks = new ArrayList<>(Collections.nCopies(columns.size(), "?"));
    for (int place = 0; place < marks.size(); place++) {
      marks.set(place, Parameters.placeholder(database.kind(), columns.get(place)));
    }
    return begin
        + columns.stream()
            .map(column -> database.quoted(column.name()))
            .collect(Collectors.joining(", ", " (", ")"))
        + (database.kind().isMysql() ? "" : " OVERRIDING SYSTEM VALUE")
        + " VALUES ("
        + String.join(", ", marks)
        + ")";
  }

  @Override
  public void close() {
    try (connection) {
      connection.rollback();
      if (unchecked && database.kind() == DatabaseKind.H2) {
        execute("SET REFERENTIAL_INTEGRITY TRUE");
      }
    } catch (SQLException e) {
      throw database.failure("disconnect", e);
    }
  }
}
