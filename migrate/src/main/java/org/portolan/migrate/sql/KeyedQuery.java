package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Reads the rows of some keys. Stateless. */
final class KeyedQuery {
  /** A statement with more keys would take the database long to plan. */
  static final int KEYS_MAX = 200;

  private static final int FETCH_ROWS = 100;

  private KeyedQuery() {}

  /**
   * Reads the rows in which some columns have one of these lists of values, by statements of at
   * most {@link #KEYS_MAX} keys, and returns how many they are.
   */
  static long read(
      Database database,
      Connection connection,
      RowQuery query,
      List<SqlColumn> by,
      List<List<Object>> keys,
      Source.RowConsumer consumer)
      throws SQLException {
    Statements statements = new Statements(database);
    RawReader[] readers = JdbcSource.readers(database, query.columns());
    long count = 0;
    for (int first = 0; first < keys.size(); first += KEYS_MAX) {
      List<List<Object>> some = keys.subList(first, Math.min(keys.size(), first + KEYS_MAX));
      Statements.Bound bound = new Statements.Bound();
      String sql = statements.keyed(query, by, some, bound);
      try (PreparedStatement statement =
              JdbcSource.prepare(database, connection, sql, bound, FETCH_ROWS);
          ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          count++;
          consumer.accept(JdbcSource.values(row, readers));
        }
      }
    }
    return count;
  }
}
