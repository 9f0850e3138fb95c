package org.portolan.migrate.sql;

import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import java.util.Set;
import org.portolan.migrate.value.SqlKind;

/** The columns of tables as the drivers of H2 and PostgreSQL tell them. */
final class JdbcColumns {
  private static final long WIDE_CHARS = 1_000;
  private static final Set<String> WHOLE = Set.of("_int2", "_int4", "_int8");
  private static final Set<String> NEVER_RANGED = Set.of("json", "jsonb", "xml", "point", "line");

  private JdbcColumns() {}

  /** Returns the column of a row of {@code DatabaseMetaData.getColumns}. */
  static SqlColumn of(ResultSet row) throws SQLException {
    return of(row, row.getString("TYPE_NAME"), row.getInt("DATA_TYPE"), row.getLong("COLUMN_SIZE"));
  }

  /** Returns the column of such a row that is a domain. */
  static SqlColumn of(ResultSet row, Domains.Base base) throws SQLException {
    return of(row, base.type(), base.code(), base.size());
  }

  private static SqlColumn of(ResultSet row, String type, int code, long size) throws SQLException {
    SqlKind kind = kind(code, type);
    boolean nullable = row.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls;
    boolean wide =
        switch (kind) {
          case TEXT, BYTES -> size == 0 || size > WIDE_CHARS || code == Types.OTHER;
          case ARRAY -> true;
          default -> false;
        };
    boolean ranged =
        switch (kind) {
          case WHOLE, DECIMAL, BYTES, DATE, TIMESTAMP, MOMENT, UUID, BOOLEAN -> true;
          case TEXT ->
              (code == Types.CHAR || code == Types.VARCHAR) && !NEVER_RANGED.contains(type);
          default -> false;
        };
    return new SqlColumn(
        row.getString("COLUMN_NAME"),
        type,
        kind,
        kind == SqlKind.ARRAY ? element(type) : kind,
        kind == SqlKind.BITS ? (int) size : 0,
        code == Types.CHAR,
        wide,
        ranged,
        nullable,
        "YES".equals(row.getString("IS_GENERATEDCOLUMN")),
        nullable
            || row.getString("COLUMN_DEF") != null
            || "YES".equals(row.getString("IS_AUTOINCREMENT")));
  }

  private static SqlKind kind(int code, String typeName) {
    String type = typeName.toLowerCase(Locale.ROOT);
    if (type.equals("money")) {
      return SqlKind.TEXT;
    }
    if (type.startsWith("row(") || type.equals("row")) {
      return SqlKind.ROW;
    }
    if (type.equals("uuid")) {
      return SqlKind.UUID; // H2 gives it the code of bytes.
    }
    return switch (code) {
      case Types.TINYINT, Types.SMALLINT, Types.INTEGER, Types.BIGINT -> SqlKind.WHOLE;
      case Types.DECIMAL, Types.NUMERIC -> SqlKind.DECIMAL;
      case Types.REAL -> SqlKind.REAL;
      case Types.FLOAT, Types.DOUBLE -> SqlKind.DOUBLE;
      case Types.BOOLEAN -> SqlKind.BOOLEAN;
      // PostgreSQL gives this code to its booleans and to its strings of bits.
      case Types.BIT -> type.startsWith("bool") ? SqlKind.BOOLEAN : SqlKind.BITS;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> SqlKind.BYTES;
      case Types.DATE -> SqlKind.DATE;
      case Types.TIMESTAMP -> type.equals("timestamptz") ? SqlKind.MOMENT : SqlKind.TIMESTAMP;
      case Types.TIMESTAMP_WITH_TIMEZONE -> SqlKind.MOMENT;
      case Types.ARRAY -> SqlKind.ARRAY;
      default -> SqlKind.TEXT;
    };
  }

  /** Returns the kind of the elements; those of H2 are told by their first value. */
  private static SqlKind element(String typeName) {
    String type = typeName.toLowerCase(Locale.ROOT).replace(" array", "");
    if (WHOLE.contains(type) || type.endsWith("int") || type.endsWith("integer")) {
      return SqlKind.WHOLE;
    }
    return switch (type) {
      case "_numeric" -> SqlKind.DECIMAL;
      case "_float4" -> SqlKind.REAL;
      case "_float8" -> SqlKind.DOUBLE;
      case "_bool" -> SqlKind.BOOLEAN;
      case "_bytea" -> SqlKind.BYTES;
      case "_date" -> SqlKind.DATE;
      case "_timestamp" -> SqlKind.TIMESTAMP;
      case "_timestamptz" -> SqlKind.MOMENT;
      case "_uuid" -> SqlKind.UUID;
      default -> SqlKind.TEXT;
    };
  }
}
