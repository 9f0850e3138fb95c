package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.jdbc.DatabaseKind;
import org.portolan.types.Spelling;

/** The tables of a database, by the names of a mapping. Used by one thread. */
public final class Catalog {
  private final Database database;
  private final Connection connection;
  private final DatabaseMetaData about;
  private List<Name> names;

  /**
   * A table in its schema: a catalog, on MySQL.
   *
   * @param usual whether a name without a schema means it
   * @param divided whether it has no rows but those of its partitions
   */
  private record Name(String schema, String table, boolean usual, boolean divided) {}

  public Catalog(Database database, Connection connection) throws SQLException {
    this.database = database;
    this.connection = connection;
    this.about = connection.getMetaData();
  }

  /**
   * Returns a table.
   *
   * @param name of the table, with its schema and a dot before it if need be
   * @throws IllegalArgumentException if there is none, or several; the message says which there are
   */
  public SqlTable table(String name) throws SQLException {
    Name found = find(name);
    requireAllRows(found);
    List<SqlColumn> columns =
        database.kind().isMysql()
            ? new MySqlColumns(connection).of(found.schema, found.table)
            : columns(found);
    String sql =
        (found.usual ? "" : database.quoted(found.schema) + ".") + database.quoted(found.table);
    boolean only = database.kind() == DatabaseKind.POSTGRESQL && !found.divided;
    return new SqlTable(
        name, sql, only ? "ONLY " + sql : sql, columns, keys(found, columns), consistent(found));
  }

  /** PostgreSQL's row-level security would hide rows: they would be lost without a word. */
  private void requireAllRows(Name name) throws SQLException {
    if (database.kind() != DatabaseKind.POSTGRESQL) {
      return;
    }
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT row_security_active(CAST(? AS regclass)), current_user")) {
      statement.setString(1, database.quoted(name.schema) + "." + database.quoted(name.table));
      try (ResultSet row = statement.executeQuery()) {
        if (row.next() && row.getBoolean(1)) {
          throw new IllegalArgumentException(
              "row-level security hides rows of the table '"
                  + name.table
                  + "' from the user "
                  + row.getString(2)
                  + ": take the owner of the table, or a user with BYPASSRLS");
        }
      }
    }
  }

  /** Returns what a table, by its name as in {@link #table}, would change of the values in it. */
  Exactness exactness(String name) throws SQLException {
    Name found = find(name);
    return Exactness.of(connection, found.schema, found.table, database.kind().isMysql());
  }

  /** Returns the triggers that run when rows are inserted into a table. */
  List<String> triggers(String name) throws SQLException {
    Name found = find(name);
    return Triggers.of(database, connection, found.schema, found.table);
  }

  /** Returns the foreign keys of a table. */
  List<ForeignKeys.ForeignKey> foreignKeys(String name) throws SQLException {
    Name found = find(name);
    return ForeignKeys.of(database, connection, found.schema, found.table);
  }

  /** Returns the keys of a table of PostgreSQL that triggers check. */
  List<DeferrableKey> deferrableKeys(SqlTable table) throws SQLException {
    Name found = find(table.name());
    return DeferrableKey.of(database, connection, table, found.schema, found.table);
  }

  /** Returns whether an insertion into a table can be undone: not by some engines of MySQL. */
  boolean undoes(String name) throws SQLException {
    if (!database.kind().isMysql()) {
      return true;
    }
    Name found = find(name);
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT e.savepoints FROM information_schema.tables t JOIN information_schema.engines"
                + " e ON e.engine = t.engine WHERE t.table_schema = ? AND t.table_name = ?")) {
      statement.setString(1, found.schema);
      statement.setString(2, found.table);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && "YES".equals(rows.getString(1));
      }
    }
  }

  /** Returns the tables that a name without a schema means, without the partitions of others. */
  List<String> usualTables() throws SQLException {
    if (names == null) {
      names = names();
    }
    Set<String> partitions = new HashSet<>();
    if (database.kind() == DatabaseKind.POSTGRESQL) {
      try (PreparedStatement statement =
              connection.prepareStatement(
                  "SELECT c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                      + " WHERE c.relispartition AND n.nspname = current_schema()");
          ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          partitions.add(rows.getString(1));
        }
      }
    }
    return names.stream()
        .filter(each -> each.usual && !partitions.contains(each.table))
        .map(Name::table)
        .sorted()
        .toList();
  }

  private Name find(String name) throws SQLException {
    if (names == null) {
      names = names();
    }
    for (boolean exact : new boolean[] {true, false}) {
      for (boolean alone : new boolean[] {true, false}) {
        List<Name> found =
            names.stream()
                .filter(each -> !alone || each.usual)
                .filter(each -> matches(each, name, alone, exact))
                .toList();
        if (found.size() == 1) {
          return found.get(0);
        }
        if (found.size() > 1) {
          throw new IllegalArgumentException(
              "several tables have the name '" + name + "' in different cases: " + found);
        }
      }
    }
    List<String> known = names.stream().filter(Name::usual).map(Name::table).sorted().toList();
    throw new IllegalArgumentException(
        "the database has no table '"
            + name
            + "'; "
            + Spelling.hint(name, known)
            + "it has "
            + known);
  }

  private static boolean matches(Name each, String name, boolean alone, boolean exact) {
    String full = alone ? each.table : each.schema + "." + each.table;
    return exact ? full.equals(name) : full.equalsIgnoreCase(name);
  }

  private List<Name> names() throws SQLException {
    boolean mysql = database.kind().isMysql();
    String usual = mysql ? connection.getCatalog() : connection.getSchema();
    List<Name> all = new ArrayList<>();
    try (ResultSet tables =
        about.getTables(mysql ? null : connection.getCatalog(), null, "%", null)) {
      while (tables.next()) {
        String type = tables.getString("TABLE_TYPE");
        if (type == null || !type.contains("TABLE") || type.contains("SYSTEM")) {
          continue;
        }
        String schema = tables.getString(mysql ? "TABLE_CAT" : "TABLE_SCHEM");
        boolean divided = type.startsWith("PARTITIONED");
        all.add(new Name(schema, tables.getString("TABLE_NAME"), schema.equals(usual), divided));
      }
    }
    return all;
  }

  private List<SqlColumn> columns(Name name) throws SQLException {
    List<SqlColumn> columns = new ArrayList<>();
    Map<String, Domains.Base> domains =
        database.kind() == DatabaseKind.POSTGRESQL
            ? Domains.of(connection, name.schema, name.table)
            : Map.of();
    String escape = about.getSearchStringEscape();
    try (ResultSet rows =
        about.getColumns(
            connection.getCatalog(),
            escaped(name.schema, escape),
            escaped(name.table, escape),
            "%")) {
      while (rows.next()) {
        if (rows.getString("TABLE_NAME").equals(name.table)) {
          Domains.Base base = domains.get(rows.getString("COLUMN_NAME"));
          columns.add(base == null ? JdbcColumns.of(rows) : JdbcColumns.of(rows, base));
        }
      }
    }
    return columns;
  }

  private static String escaped(String name, String escape) {
    return name.replace(escape, escape + escape)
        .replace("_", escape + "_")
        .replace("%", escape + "%");
  }

  private List<List<String>> keys(Name name, List<SqlColumn> columns) throws SQLException {
    boolean mysql = database.kind().isMysql();
    String catalog = mysql ? name.schema : connection.getCatalog();
    String schema = mysql ? null : name.schema;
    List<List<String>> keys = new ArrayList<>();
    Map<Integer, String> primary = new TreeMap<>();
    try (ResultSet rows = about.getPrimaryKeys(catalog, schema, name.table)) {
      while (rows.next()) {
        primary.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
      }
    }
    if (!primary.isEmpty()) {
      keys.add(List.copyOf(primary.values()));
    }
    Set<String> invalid = invalidIndexes(name);
    Map<String, Map<Integer, String>> indexes = new LinkedHashMap<>();
    Map<String, Boolean> partial = new LinkedHashMap<>();
    try (ResultSet rows = about.getIndexInfo(catalog, schema, name.table, true, true)) {
      while (rows.next()) {
        String index = rows.getString("INDEX_NAME");
        if (index != null && !rows.getBoolean("NON_UNIQUE") && !invalid.contains(index)) {
          indexes
              .computeIfAbsent(index, any -> new TreeMap<>())
              .put(rows.getInt("ORDINAL_POSITION"), String.valueOf(rows.getString("COLUMN_NAME")));
          partial.merge(index, rows.getString("FILTER_CONDITION") != null, Boolean::logicalOr);
        }
      }
    }
    indexes.forEach(
        (index, key) -> {
          List<Optional<SqlColumn>> found =
              key.values().stream()
                  .map(each -> columns.stream().filter(one -> one.name().equals(each)).findFirst())
                  .toList();
          boolean whole =
              found.stream().allMatch(each -> each.isPresent() && !each.get().nullable());
          List<String> names = List.copyOf(key.values());
          if (whole && !partial.get(index) && !keys.contains(names)) {
            keys.add(names);
          }
        });
    return keys;
  }

  /**
   * The indexes that PostgreSQL has begun to build and not finished: their values may be there
   * twice.
   */
  private Set<String> invalidIndexes(Name name) throws SQLException {
    Set<String> invalid = new HashSet<>();
    if (database.kind() != DatabaseKind.POSTGRESQL) {
      return invalid;
    }
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT x.relname FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class"
                + " c ON c.oid = i.indrelid JOIN pg_namespace n ON n.oid = c.relnamespace"
                + " WHERE NOT i.indisvalid AND n.nspname = ? AND c.relname = ?")) {
      statement.setString(1, name.schema);
      statement.setString(2, name.table);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          invalid.add(rows.getString(1));
        }
      }
    }
    return invalid;
  }

  private boolean consistent(Name name) throws SQLException {
    if (!database.kind().isMysql()) {
      return true;
    }
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT engine FROM information_schema.tables WHERE table_schema = ? AND table_name"
                + " = ?")) {
      statement.setString(1, name.schema);
      statement.setString(2, name.table);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() && "InnoDB".equalsIgnoreCase(rows.getString(1));
      }
    }
  }
}
