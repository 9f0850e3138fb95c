package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.portolan.migrate.sql.ForeignKeys.ForeignKey;

/**
 * How the rows of a table refer to others by one foreign key, where the database did not check it
 * while they were inserted. A row in which a part of the foreign key is null refers to nothing,
 * unless PostgreSQL refuses such rows ({@code MATCH FULL}). Used by one thread.
 */
public final class Reference {
  private final Database database;
  private final Connection connection;
  private final Statements statements;
  private final ForeignKey key;
  private final SqlTable table;
  private final SqlTable to;
  private final List<SqlColumn> by;
  private final List<SqlColumn> toColumns;

  Reference(Database database, Connection connection, ForeignKey key, SqlTable table, SqlTable to) {
    this.database = database;
    this.connection = connection;
    this.statements = new Statements(database);
    this.key = key;
    this.table = table;
    this.to = to;
    this.by = key.columns().stream().map(name -> table.column(name).orElseThrow()).toList();
    this.toColumns = key.toColumns().stream().map(name -> to.column(name).orElseThrow()).toList();
  }

  /** Returns the name of the foreign key. */
  public String name() {
    return key.name();
  }

  /** Returns the columns that refer. */
  public List<String> columns() {
    return key.columns();
  }

  /** Returns whether it refers to a table. */
  public boolean isTo(SqlTable other) {
    return to.sql().equals(other.sql());
  }

  /** Returns the name of a row that is referred to, for people: its table, and the values. */
  public String shown(List<Object> values) {
    String table = to.name().substring(to.name().lastIndexOf('.') + 1);
    return values.stream().map(String::valueOf).collect(Collectors.joining(", ", table + "(", ")"));
  }

  /**
   * Returns values by which rows refer to rows that are not there, each once.
   *
   * @param limit how many at most
   */
  public List<List<Object>> absent(int limit) {
    RawReader[] readers = JdbcSource.readers(database, by);
    List<List<Object>> found = new ArrayList<>();
    try (PreparedStatement statement =
            connection.prepareStatement(
                statements.absent(table, by, to, toColumns, key.full(), limit));
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        found.add(Collections.unmodifiableList(Arrays.asList(JdbcSource.values(row, readers))));
      }
    } catch (SQLException e) {
      throw failure("look for rows", e);
    }
    return found;
  }

  /** Returns how many rows refer to rows that are not there. */
  public long count() {
    try (PreparedStatement statement =
            connection.prepareStatement(
                statements.countAbsent(table, by, to, toColumns, key.full()));
        ResultSet row = statement.executeQuery()) {
      return row.next() ? row.getLong(1) : 0;
    } catch (SQLException e) {
      throw failure("count the rows", e);
    }
  }

  /**
   * Takes out the rows that refer by some values, in transactions of some hundred values.
   *
   * @param columns what is read of them
   * @param removed is given each row, and the values by which it refers
   * @return how many they were
   */
  public long remove(
      List<List<Object>> values,
      List<SqlColumn> columns,
      BiConsumer<Object[], List<Object>> removed) {
    long count = 0;
    try {
      for (int first = 0; first < values.size(); first += KeyedQuery.KEYS_MAX) {
        List<List<Object>> some =
            values.subList(first, Math.min(values.size(), first + KeyedQuery.KEYS_MAX));
        List<Object[]> rows = rows(some, columns);
        Statements.Bound bound = new Statements.Bound();
        String sql = statements.deletion(table, by, some, bound);
        int deleted;
        try (PreparedStatement statement =
            JdbcSource.prepare(database, connection, sql, bound, KeyedQuery.KEYS_MAX)) {
          deleted = statement.executeUpdate();
        }
        if (deleted != rows.size()) {
          connection.rollback();
          throw new IllegalStateException(
              "cannot take rows out of "
                  + table.name()
                  + " that refer by "
                  + name()
                  + " to rows which are not there: "
                  + deleted
                  + " instead of "
                  + rows.size()
                  + " were deleted; a trigger, or another session, changes the table: empty the"
                  + " tables and give the command again without these");
        }
        connection.commit();
        rows.forEach(
            row ->
                removed.accept(
                    Arrays.copyOf(row, columns.size()),
                    Arrays.asList(row).subList(columns.size(), row.length)));
        count += deleted;
      }
      return count;
    } catch (SQLException e) {
      throw failure("take out the rows", e);
    }
  }

  private List<Object[]> rows(List<List<Object>> values, List<SqlColumn> columns)
      throws SQLException {
    List<SqlColumn> all = new ArrayList<>(columns);
    all.addAll(by);
    RowQuery query = new RowQuery(table, all, List.of(), List.of(), false);
    List<Object[]> rows = new ArrayList<>();
    KeyedQuery.read(database, connection, query, by, values, rows::add);
    return rows;
  }

  private RuntimeException failure(String act, SQLException failure) {
    return database.failure(
        act + " of " + table.name() + " that refer by " + name() + " to rows which are not there",
        connection,
        failure);
  }
}
