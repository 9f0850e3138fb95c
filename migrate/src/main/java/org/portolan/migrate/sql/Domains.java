package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;

/** The types behind PostgreSQL's domains, whose values its driver reads as those of these types. */
final class Domains {
  /** What PostgreSQL adds to the length of a text. */
  private static final int LENGTH_ADDED = 4;

  private static final Map<String, Integer> CODES =
      Map.ofEntries(
          Map.entry("int2", Types.SMALLINT),
          Map.entry("int4", Types.INTEGER),
          Map.entry("int8", Types.BIGINT),
          Map.entry("numeric", Types.NUMERIC),
          Map.entry("float4", Types.REAL),
          Map.entry("float8", Types.DOUBLE),
          Map.entry("bool", Types.BIT),
          Map.entry("bit", Types.BIT),
          Map.entry("bytea", Types.BINARY),
          Map.entry("bpchar", Types.CHAR),
          Map.entry("varchar", Types.VARCHAR),
          Map.entry("text", Types.VARCHAR),
          Map.entry("date", Types.DATE),
          Map.entry("timestamp", Types.TIMESTAMP),
          Map.entry("timestamptz", Types.TIMESTAMP));

  private Domains() {}

  /**
   * A type that is no domain.
   *
   * @param type its name, as the driver has it
   * @param code of {@link Types}
   * @param size its length; 0 if it has none
   */
  record Base(String type, int code, int size) {}

  /** Returns the types of the columns of a table that are domains, by the columns' names. */
  static Map<String, Base> of(Connection connection, String schema, String table)
      throws SQLException {
    Map<String, Base> found = new HashMap<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            "WITH RECURSIVE steps AS (SELECT a.attname, t.typbasetype, t.typtypmod"
                + " FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid JOIN pg_class c"
                + " ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE t.typtype = 'd' AND a.attnum > 0 AND NOT a.attisdropped"
                + " AND n.nspname = ? AND c.relname = ?"
                + " UNION ALL SELECT s.attname, t.typbasetype, t.typtypmod FROM steps s"
                + " JOIN pg_type t ON t.oid = s.typbasetype WHERE t.typtype = 'd')"
                + " SELECT s.attname, b.typname, s.typtypmod FROM steps s JOIN pg_type b"
                + " ON b.oid = s.typbasetype WHERE b.typtype <> 'd'")) {
      statement.setString(1, schema);
      statement.setString(2, table);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.put(rows.getString(1), base(rows.getString(2), rows.getInt(3)));
        }
      }
    }
    return found;
  }

  private static Base base(String type, int modifier) {
    int size =
        switch (type) {
          case "bit" -> modifier;
          case "bpchar", "varchar" -> Math.max(0, modifier - LENGTH_ADDED);
          default -> 0;
        };
    int code = type.startsWith("_") ? Types.ARRAY : CODES.getOrDefault(type, Types.OTHER);
    return new Base(type, code, size);
  }
}
