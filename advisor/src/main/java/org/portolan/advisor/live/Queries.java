package org.portolan.advisor.live;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;

/** Statements that read, each in a transaction of its own. Not thread-safe. */
final class Queries {
  private static final int FETCH_ROWS = 1000;

  private final Connection connection;
  private final String quote;

  Queries(Connection connection, String quote) {
    this.connection = connection;
    this.quote = quote;
  }

  /** Reads one row of an answer. */
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  <T> List<T> list(String sql, RowReader<T> reader) throws SQLException {
    List<T> all = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setFetchSize(FETCH_ROWS);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          all.add(reader.read(rows));
        }
      }
    }
    return all;
  }

  /** Returns tables by name, since each database sorts texts in its own way. */
  List<LiveTable> tables(String sql, RowReader<LiveTable> reader) throws SQLException {
    List<LiveTable> tables = list(sql, reader);
    tables.sort(Comparator.comparing(LiveTable::name));
    return tables;
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the first column of the first row; an empty text if there is no row or it is null. */
  String text(String sql) throws SQLException {
    List<String> values = list(sql, row -> row.getString(1));
    return values.isEmpty() || values.get(0) == null ? "" : values.get(0);
  }

  long number(String sql) throws SQLException {
    return list(sql, row -> row.getLong(1)).get(0);
  }

  /** Returns a number that may be null, or negative for unknown. */
  static OptionalLong known(ResultSet row, int column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() || value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** Returns a name in quotes. */
  String name(String name) {
    return quote + name.replace(quote, quote + quote) + quote;
  }

  /** Returns a text as a literal without backslashes. */
  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  Connection connection() {
    return connection;
  }
}
