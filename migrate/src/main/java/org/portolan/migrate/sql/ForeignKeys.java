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
import java.util.Set;
import org.portolan.jdbc.DatabaseKind;

/** The foreign keys of tables. */
public final class ForeignKeys {
  /** The first version of PostgreSQL in which foreign keys may refer to partitioned tables. */
  private static final int POSTGRESQL_PARTITIONED_KEYS = 12;

  private ForeignKeys() {}

  /**
   * A foreign key.
   *
   * @param name of the constraint
   * @param columns of the table that refers
   * @param to the table that it refers to, with its schema and a dot before it
   * @param toColumns the columns there, in the order of {@code columns}
   * @param full whether a row with a null in a part of it, but not in all, is refused
   * @param onDelete whether the database changes rows when one that they refer to is deleted
   * @param onUpdate whether it does when the key of that row changes
   */
  public record ForeignKey(
      String name,
      List<String> columns,
      String to,
      List<String> toColumns,
      boolean full,
      boolean onDelete,
      boolean onUpdate) {
    public ForeignKey {
      columns = List.copyOf(columns);
      toColumns = List.copyOf(toColumns);
    }
  }

  /**
   * Returns the foreign keys of a table.
   *
   * @param schema of the table; on MariaDB, its database
   */
  public static List<ForeignKey> of(
      Database database, Connection connection, String schema, String table) throws SQLException {
    boolean mysql = database.kind().isMysql();
    Set<String> ofParts = ofParts(database, connection, schema, table);
    Set<String> full = full(database, connection, schema, table);
    Map<String, List<String>> columns = new LinkedHashMap<>();
    Map<String, List<String>> toColumns = new LinkedHashMap<>();
    Map<String, ForeignKey> keys = new LinkedHashMap<>();
    try (ResultSet rows =
        connection
            .getMetaData()
            .getImportedKeys(
                mysql ? schema : connection.getCatalog(), mysql ? null : schema, table)) {
      while (rows.next()) {
        String name = rows.getString("FK_NAME");
        if (ofParts.contains(name)) {
          continue;
        }
        columns
            .computeIfAbsent(name, any -> new ArrayList<>())
            .add(rows.getString("FKCOLUMN_NAME"));
        toColumns
            .computeIfAbsent(name, any -> new ArrayList<>())
            .add(rows.getString("PKCOLUMN_NAME"));
        String to =
            rows.getString(mysql ? "PKTABLE_CAT" : "PKTABLE_SCHEM")
                + "."
                + rows.getString("PKTABLE_NAME");
        keys.put(
            name,
            new ForeignKey(
                name,
                columns.get(name),
                to,
                toColumns.get(name),
                full.contains(name),
                changes(rows.getShort("DELETE_RULE")),
                changes(rows.getShort("UPDATE_RULE"))));
      }
    }
    return List.copyOf(keys.values());
  }

  /**
   * The constraints that PostgreSQL makes beside a foreign key to a partitioned table, one for each
   * partition: a row need refer to a row of one of them only.
   */
  private static Set<String> ofParts(
      Database database, Connection connection, String schema, String table) throws SQLException {
    if (database.kind() != DatabaseKind.POSTGRESQL
        || connection.getMetaData().getDatabaseMajorVersion() < POSTGRESQL_PARTITIONED_KEYS) {
      return Set.of();
    }
    return names(
        database,
        connection,
        schema,
        table,
        "SELECT part.conname FROM pg_constraint part JOIN pg_constraint whole ON whole.oid ="
            + " part.conparentid AND whole.conrelid = part.conrelid WHERE part.contype = 'f'"
            + " AND part.conrelid = CAST(? AS regclass)");
  }

  /** Those of PostgreSQL that are {@code MATCH FULL}; the other databases have none. */
  private static Set<String> full(
      Database database, Connection connection, String schema, String table) throws SQLException {
    return database.kind() == DatabaseKind.POSTGRESQL
        ? names(
            database,
            connection,
            schema,
            table,
            "SELECT conname FROM pg_constraint WHERE contype = 'f' AND confmatchtype = 'f' AND"
                + " conrelid = CAST(? AS regclass)")
        : Set.of();
  }

  private static Set<String> names(
      Database database, Connection connection, String schema, String table, String sql)
      throws SQLException {
    Set<String> names = new HashSet<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, database.quoted(schema) + "." + database.quoted(table));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    return names;
  }

  private static boolean changes(short rule) {
    return rule == DatabaseMetaData.importedKeyCascade
        || rule == DatabaseMetaData.importedKeySetNull
        || rule == DatabaseMetaData.importedKeySetDefault;
  }
}
