package org.portolan.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Settings of a session that decide how PostgreSQL writes and reads values, and which rows an index
 * finds. A database or a user may have others, with which floats are rounded. Those of pg_dump are
 * among them. Not {@code lc_monetary}, which says what the numbers of {@code money} mean.
 */
public final class PostgreSqlSettings {
  private static final Map<String, String> VALUES =
      new TreeMap<>(
          Map.of(
              "extra_float_digits", "3",
              // The order of days and months remains: texts are read by it only.
              "DateStyle", "ISO",
              "IntervalStyle", "postgres",
              "bytea_output", "hex",
              "array_nulls", "on",
              "xmloption", "content",
              "quote_all_identifiers", "off",
              "standard_conforming_strings", "on",
              // Otherwise an index may leave rows out.
              "gin_fuzzy_search_limit", "0"));

  private PostgreSqlSettings() {}

  static void set(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          VALUES.entrySet().stream()
              .map(each -> "SET " + each.getKey() + " = " + each.getValue())
              .collect(Collectors.joining("; ")));
    }
  }

  /** Returns the same as an option with which a session begins. */
  public static String options() {
    return VALUES.entrySet().stream()
        .map(each -> "-c " + each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(" "));
  }
}
