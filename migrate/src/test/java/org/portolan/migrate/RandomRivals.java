package org.portolan.migrate;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.JdbcUrl;

/**
 * Random changes of a database of {@link ContestedPeople}, whose rows name people in any spelling,
 * whether or not there is such a person. Keeps the log of the changes.
 */
final class RandomRivals implements AutoCloseable {
  static final List<String> TABLES = List.of("people", "homes", "posts", "tags", "labels");

  /** The tables of which several rows become one. */
  static final Set<String> ELEMENTS = Set.of("tags", "labels");

  private static final List<String> NAMES = List.of("ab", "Ab", "AB", "ø", "Ø", "o", "O", "z");

  private final ContestedPeople database;
  private final Random random;

  /** Keeps the database open, which takes long to open. */
  private final Connection open;

  private final Set<String> caseless = new TreeSet<>();
  private final List<RowChange> log = new ArrayList<>();
  private Map<String, List<Map<String, String>>> rows;
  private int number;

  RandomRivals(ContestedPeople database, Random random) {
    this.database = database;
    this.random = random;
    try {
      this.open = Connector.of(JdbcUrl.of(database.url()), Map.of()).connect();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    for (String table : TABLES) {
      // Else one set could be that of two people.
      boolean may = !ELEMENTS.contains(table) || caseless.contains("people");
      if (may && random.nextInt(3) == 0) {
        caseless.add(table);
        database.ignoreCase(table);
      }
    }
    this.rows = read();
  }

  /** Returns the tables in which the database does not tell upper and lower case apart. */
  Set<String> caseless() {
    return caseless;
  }

  /** Returns the rows of the database by table, each by column. */
  Map<String, List<Map<String, String>>> rows() {
    return rows;
  }

  /** Returns the changes so far. */
  List<RowChange> log() {
    return log;
  }

  private Map<String, List<Map<String, String>>> read() {
    Map<String, List<Map<String, String>>> all = new LinkedHashMap<>();
    for (String table : TABLES) {
      List<Map<String, String>> some = new ArrayList<>();
      for (String text : Databases.rows(database.url(), table)) {
        Map<String, String> row = new HashMap<>();
        for (String value : text.split(" \\| ", -1)) {
          int end = value.indexOf('=');
          row.put(value.substring(0, end), value.substring(end + 1));
        }
        some.add(row);
      }
      all.put(table, some);
    }
    return all;
  }

  /** Makes a change, unless the database refuses it. */
  void step() {
    String table = TABLES.get(random.nextInt(TABLES.size()));
    try {
      database.run(statement(table).split(";"));
    } catch (IllegalStateException e) {
      // Another row has the key.
    }
    Map<String, List<Map<String, String>>> before = rows;
    rows = read();
    List<Map<String, String>> gone = new ArrayList<>(before.get(table));
    List<Map<String, String>> come = new ArrayList<>(rows.get(table));
    gone.removeAll(rows.get(table));
    come.removeAll(before.get(table));
    for (int place = 0; place < Math.max(gone.size(), come.size()); place++) {
      log.add(
          RowChange.of(
              "PUBLIC." + table.toUpperCase(Locale.ROOT), key(gone, place), key(come, place)));
    }
  }

  private static Map<String, Object> key(List<Map<String, String>> rows, int place) {
    if (place >= rows.size()) {
      return Map.of();
    }
    Map<String, Object> key = new HashMap<>();
    key.put("NAME", rows.get(place).get("NAME"));
    String n = rows.get(place).get("N");
    if (n != null) {
      key.put("N", Long.valueOf(n));
    }
    return key;
  }

  private String name() {
    return NAMES.get(random.nextInt(NAMES.size()));
  }

  private String statement(String table) {
    String value = "v" + number++;
    int few = 1 + random.nextInt(2);
    String where = " WHERE CAST(name AS VARCHAR(20)) = '" + name() + "'";
    return switch (random.nextInt(8)) {
      case 0, 1, 2, 3 ->
          "INSERT INTO " + table + " VALUES ('" + name() + "', " + values(table, value, few) + ")";
      case 4, 5 -> "DELETE FROM " + table + where;
      // H2 leaves the old spelling in its index if a name changes in its case only.
      case 6 ->
          "UPDATE %1$s SET name = 'tmp'%2$s; UPDATE %1$s SET name = '%3$s' WHERE name = 'tmp'"
              .formatted(table, where, name());
      default -> "UPDATE " + table + " SET " + settings(table, value, few) + where;
    };
  }

  private String values(String table, String value, int few) {
    return switch (table) {
      case "people" -> "'" + value + "', '" + value + "'";
      case "homes" -> random.nextInt(4) == 0 ? "NULL" : "'" + value + "'";
      case "tags" -> "'t" + few + "'";
      case "labels" -> few + ", 'l" + few % 2 + "'";
      default -> few + ", '" + value + "'";
    };
  }

  private String settings(String table, String value, int few) {
    return switch (table) {
      case "people" -> "city = '" + value + "', mail = '" + value + "'";
      case "homes" -> "street = " + (random.nextBoolean() ? "NULL" : "'" + value + "'");
      case "tags" -> "tag = 't" + few + "'";
      case "labels" -> "label = 'l" + few + "'";
      default -> "text = '" + value + "'";
    };
  }

  @Override
  public void close() {
    try {
      open.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
