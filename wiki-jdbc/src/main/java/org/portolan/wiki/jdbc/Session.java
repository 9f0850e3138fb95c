package org.portolan.wiki.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One operation's use of a connection. Every statement is prepared, and begins with a comment that
 * names the operation, so that a log of statements tells who asked. Used by one thread.
 */
final class Session {
  /** The most values of one list in a statement. */
  private static final int LIST_MAX = 512;

  /** The most rows that are sent at once. */
  private static final int BATCH_MAX = 500;

  private final Connection connection;
  private final Dialect dialect;
  private final String comment;

  /** A title or name, whose order is that of code points. */
  record Key(String text) {}

  /** Makes a value of a row. */
  interface Mapper<T> {
    T of(Row row) throws SQLException;
  }

  Session(Connection connection, Dialect dialect, String operation) {
    this.connection = connection;
    this.dialect = dialect;
    this.comment = "/* portolan:" + operation + " */ ";
  }

  static Key key(String text) {
    return new Key(text);
  }

  <T> List<T> list(String sql, Mapper<T> mapper, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(comment + sql)) {
      set(statement, values);
      return all(statement, mapper);
    }
  }

  private <T> List<T> all(PreparedStatement statement, Mapper<T> mapper) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      List<T> all = new ArrayList<>();
      Row row = new Row(rows, dialect);
      while (rows.next()) {
        row.begin();
        all.add(mapper.of(row));
      }
      return all;
    }
  }

  <T> Optional<T> first(String sql, Mapper<T> mapper, Object... values) throws SQLException {
    return list(sql, mapper, values).stream().findFirst();
  }

  /**
   * Reads the rows that belong to any value of a list. The list is as long as a power of two, and
   * the last value repeats: so few statements are prepared.
   *
   * @param sql with {@code {list}} in each place of the list
   * @param before values before the first list
   */
  <V, T> List<T> listIn(
      String sql,
      List<Object> before,
      Collection<V> values,
      Function<V, Object> value,
      Mapper<T> mapper)
      throws SQLException {
    List<V> distinct = values.stream().distinct().toList();
    int lists = sql.split("\\{list}", -1).length - 1;
    List<T> all = new ArrayList<>();
    for (int from = 0; from < distinct.size(); from += LIST_MAX) {
      List<V> part = distinct.subList(from, Math.min(distinct.size(), from + LIST_MAX));
      int length = Integer.highestOneBit(2 * part.size() - 1);
      List<Object> set = new ArrayList<>(before);
      for (int at = 0; at < lists * length; at++) {
        set.add(value.apply(part.get(Math.min(at % length, part.size() - 1))));
      }
      String marks = "?" + ", ?".repeat(length - 1);
      all.addAll(list(sql.replace("{list}", marks), mapper, set.toArray()));
    }
    return all;
  }

  /** Changes rows; returns how many meet the condition. */
  int update(String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(comment + sql)) {
      set(statement, values);
      return statement.executeUpdate();
    }
  }

  /** Inserts a row and returns the key that the database gives it. */
  long insert(String sql, String keyColumn, Object... values) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(comment + sql, new String[] {keyColumn})) {
      set(statement, values);
      statement.executeUpdate();
      try (ResultSet keys = statement.getGeneratedKeys()) {
        if (!keys.next()) {
          throw new SQLException("the database returned no generated key");
        }
        return keys.getLong(1);
      }
    }
  }

  /** Does one statement for each row of values. */
  void batch(String sql, List<Object[]> rows) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(comment + sql)) {
      int waiting = 0;
      for (Object[] row : rows) {
        set(statement, row);
        statement.addBatch();
        if (++waiting == BATCH_MAX) {
          statement.executeBatch();
          waiting = 0;
        }
      }
      if (waiting > 0) {
        statement.executeBatch();
      }
    }
  }

  private void set(PreparedStatement statement, Object... values) throws SQLException {
    for (int at = 0; at < values.length; at++) {
      set(statement, at + 1, values[at]);
    }
  }

  private void set(PreparedStatement statement, int place, Object value) throws SQLException {
    if (value instanceof Key key) {
      dialect.setKey(statement, place, key.text());
    } else if (value instanceof String text) {
      statement.setString(place, text);
    } else if (value instanceof Instant instant) {
      statement.setObject(place, LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    } else if (value == null) {
      statement.setNull(place, Types.VARCHAR);
    } else {
      statement.setObject(place, value);
    }
  }
}
