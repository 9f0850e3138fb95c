package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.migrate.value.SqlKind;

/** The columns of tables of MariaDB and MySQL, which their drivers do not tell exactly. */
final class MySqlColumns {
  /** Shorter texts are read by the thousand. */
  private static final long WIDE_BYTES = 4_000;

  private final Connection connection;

  MySqlColumns(Connection connection) {
    this.connection = connection;
  }

  List<SqlColumn> of(String schema, String table) throws SQLException {
    List<SqlColumn> columns = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT column_name, data_type, column_type, is_nullable, extra, column_default,"
                + " character_octet_length, numeric_precision FROM information_schema.columns"
                + " WHERE table_schema = ? AND table_name = ? ORDER BY ordinal_position")) {
      statement.setString(1, schema);
      statement.setString(2, table);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          columns.add(column(rows));
        }
      }
    }
    return columns;
  }

  private static SqlColumn column(ResultSet row) throws SQLException {
    String type = row.getString(2).toLowerCase(Locale.ROOT);
    String extra = row.getString(5).toUpperCase(Locale.ROOT);
    SqlKind kind = kind(type);
    boolean nullable = row.getString(4).equals("YES");
    boolean ranged =
        switch (kind) {
          case WHOLE, DECIMAL, BYTES, DATE, TIMESTAMP, MOMENT, UUID -> true;
          // An enum is ordered by its number, and compared by its text.
          case TEXT -> type.endsWith("char") || type.endsWith("text");
          default -> false;
        };
    return new SqlColumn(
        row.getString(1),
        row.getString(3),
        kind,
        kind,
        kind == SqlKind.BITS ? row.getInt(8) : 0,
        false,
        row.getLong(7) > WIDE_BYTES,
        ranged,
        nullable,
        extra.contains("GENERATED") && !extra.contains("DEFAULT_GENERATED"),
        nullable || extra.contains("AUTO_INCREMENT") || row.getString(6) != null);
  }

  private static SqlKind kind(String type) {
    return switch (type) {
      case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "year" -> SqlKind.WHOLE;
      case "decimal", "numeric" -> SqlKind.DECIMAL;
      case "float" -> SqlKind.REAL;
      case "double" -> SqlKind.DOUBLE;
      case "bit" -> SqlKind.BITS;
      case "date" -> SqlKind.DATE;
      case "datetime" -> SqlKind.TIMESTAMP;
      case "timestamp" -> SqlKind.MOMENT;
      case "set" -> SqlKind.WORDS;
      case "uuid" -> SqlKind.UUID;
      case "binary",
          "varbinary",
          "tinyblob",
          "blob",
          "mediumblob",
          "longblob",
          "geometry",
          "point",
          "linestring",
          "polygon",
          "multipoint",
          "multilinestring",
          "multipolygon",
          "geometrycollection" ->
          SqlKind.BYTES;
      default -> SqlKind.TEXT;
    };
  }
}
