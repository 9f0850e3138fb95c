package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.portolan.jdbc.JdbcFailures;

/**
 * The columns to which a database gives numbers itself: identity columns of H2 and PostgreSQL, and
 * columns of PostgreSQL that own a sequence. MariaDB and MySQL go on above the greatest number by
 * themselves. Used by one thread.
 */
final class NumberedColumns {
  private final Database database;
  private final Connection connection;

  /**
   * A column.
   *
   * @param sequence its name in statements; null in H2
   * @param next the number that comes next
   * @param greatest the last number that there is
   */
  private record Numbered(String column, String sequence, long next, long greatest) {}

  NumberedColumns(Database database, Connection connection) {
    this.database = database;
    this.connection = connection;
  }

  /** Lets the columns of a table go on above its greatest numbers; returns what failed. */
  List<String> restart(SqlTable table) throws SQLException {
    List<String> failed = new ArrayList<>();
    for (Numbered column : columns(table)) {
      try {
        restart(table, column);
        connection.commit();
      } catch (SQLException e) {
        if (JdbcFailures.isConnectionLost(e)) {
          throw e;
        }
        connection.rollback();
        failed.add(
            "table "
                + table.name()
                + ": column '"
                + column.column()
                + "' does not go on above its greatest number: "
                + JdbcFailures.reason(e));
      }
    }
    return failed;
  }

  private List<Numbered> columns(SqlTable table) throws SQLException {
    return switch (database.kind()) {
      case H2 -> ofH2(table);
      case POSTGRESQL -> ofPostgreSql(table);
      case MARIADB, MYSQL -> List.of();
    };
  }

  private List<Numbered> ofH2(SqlTable table) throws SQLException {
    List<Numbered> columns = new ArrayList<>();
    try (PreparedStatement any =
            connection.prepareStatement(
                Statements.MARK
                    + "SELECT * FROM "
                    + table.sql()
                    + " AS "
                    + Statements.ALIAS
                    + " WHERE FALSE");
        PreparedStatement statement =
            connection.prepareStatement(
                "SELECT \"COLUMN_NAME\", \"IDENTITY_BASE\", \"IDENTITY_MAXIMUM\""
                    + " FROM \"INFORMATION_SCHEMA\".\"COLUMNS\" WHERE \"TABLE_SCHEMA\" = ?"
                    + " AND \"TABLE_NAME\" = ? AND \"IDENTITY_INCREMENT\" > 0")) {
      try (ResultSet none = any.executeQuery()) {
        statement.setString(1, none.getMetaData().getSchemaName(1));
        statement.setString(2, none.getMetaData().getTableName(1));
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          columns.add(new Numbered(rows.getString(1), null, rows.getLong(2), rows.getLong(3)));
        }
      }
    }
    return columns;
  }

  private List<Numbered> ofPostgreSql(SqlTable table) throws SQLException {
    List<Numbered> columns = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT owned.name, owned.sequence, s.seqmax FROM (SELECT attname AS name,"
                + " pg_get_serial_sequence(CAST(? AS text), attname) AS sequence"
                + " FROM pg_attribute WHERE attrelid = CAST(CAST(? AS text) AS regclass)"
                + " AND attnum > 0 AND NOT attisdropped) owned JOIN pg_sequence s"
                + " ON s.seqrelid = CAST(owned.sequence AS regclass) WHERE s.seqincrement > 0")) {
      statement.setString(1, table.sql());
      statement.setString(2, table.sql());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          String sequence = rows.getString(2);
          long next =
              number(
                  Statements.MARK + "SELECT last_value + CAST(is_called AS INT) FROM " + sequence);
          columns.add(new Numbered(rows.getString(1), sequence, next, rows.getLong(3)));
        }
      }
    }
    return columns;
  }

  private void restart(SqlTable table, Numbered column) throws SQLException {
    String name = database.quoted(column.column());
    long greatest =
        number(
            Statements.MARK
                + "SELECT MAX("
                + name
                + ") AS "
                + Statements.ALIAS
                + " FROM "
                + table.sql());
    if (greatest < column.next()) {
      return;
    }
    if (greatest >= column.greatest()) {
      throw new SQLException("no number is above " + greatest);
    }
    String sql =
        column.sequence() == null
            ? "ALTER TABLE "
                + table.sql()
                + " ALTER COLUMN "
                + name
                + " RESTART WITH "
                + (greatest + 1)
            : Statements.MARK
                + "SELECT setval(CAST('"
                + column.sequence().replace("'", "''")
                + "' AS regclass), "
                + greatest
                + ")";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      boolean unused = statement.execute();
    }
  }

  /** Returns a number; the least if there is none. */
  private long number(String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet row = statement.executeQuery()) {
      boolean found = row.next();
      long number = found ? row.getLong(1) : 0;
      return found && !row.wasNull() ? number : Long.MIN_VALUE;
    }
  }
}
