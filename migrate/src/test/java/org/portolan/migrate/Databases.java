package org.portolan.migrate;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.JdbcUrl;

/** Databases of tests. */
final class Databases {
  private Databases() {}

  /** Runs statements; creates an embedded database. */
  static void run(String url, List<String> statements) {
    try (Connection connection = Connector.creating(JdbcUrl.of(url), Map.of()).connect();
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e.getMessage() + ": " + statements, e);
    }
  }

  /** Returns every field of every row of a table as text, sorted: by nothing of ours. */
  static List<String> rows(String url, String table) {
    List<String> rows = new ArrayList<>();
    try (Connection connection = Connector.of(JdbcUrl.of(url), exact(url)).connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT * FROM " + table)) {
      ResultSetMetaData about = row.getMetaData();
      while (row.next()) {
        StringBuilder text = new StringBuilder();
        for (int place = 1; place <= about.getColumnCount(); place++) {
          text.append(place == 1 ? "" : " | ");
          text.append(about.getColumnName(place)).append('=').append(text(row, place));
        }
        rows.add(text.toString());
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    Collections.sort(rows);
    return rows;
  }

  private static Map<String, String> exact(String url) {
    return url.startsWith("jdbc:mariadb")
        ? Map.of("tinyInt1isBit", "false", "yearIsDateType", "false")
        : Map.of();
  }

  private static String text(ResultSet row, int place) throws SQLException {
    String type = row.getMetaData().getColumnTypeName(place).toUpperCase(java.util.Locale.ROOT);
    if (type.contains("BLOB")
        || type.contains("BINARY")
        || type.contains("BYTEA")
        || type.startsWith("BIT")) {
      byte[] bytes = row.getBytes(place);
      return bytes == null ? "null" : HexFormat.of().formatHex(bytes);
    }
    return row.getString(place);
  }
}
