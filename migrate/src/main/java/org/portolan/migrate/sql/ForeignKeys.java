package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The foreign keys of tables. */
public final class ForeignKeys {
  private ForeignKeys() {}

  /**
   * A foreign key.
   *
   * @param columns of the table that refers
   * @param to the table that it refers to, with its schema and a dot before it
   * @param onDelete whether the database changes rows when one that they refer to is deleted
   * @param onUpdate whether it does when the key of that row changes
   */
  public record ForeignKey(List<String> columns, String to, boolean onDelete, boolean onUpdate) {
    public ForeignKey {
      columns = List.copyOf(columns);
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
    Map<String, List<String>> columns = new LinkedHashMap<>();
    Map<String, ForeignKey> keys = new LinkedHashMap<>();
    try (ResultSet rows =
        connection
            .getMetaData()
            .getImportedKeys(
                mysql ? schema : connection.getCatalog(), mysql ? null : schema, table)) {
      while (rows.next()) {
        String name = rows.getString("FK_NAME");
        columns
            .computeIfAbsent(name, any -> new ArrayList<>())
            .add(rows.getString("FKCOLUMN_NAME"));
        String to =
            rows.getString(mysql ? "PKTABLE_CAT" : "PKTABLE_SCHEM")
                + "."
                + rows.getString("PKTABLE_NAME");
        keys.put(
            name,
            new ForeignKey(
                columns.get(name),
                to,
                changes(rows.getShort("DELETE_RULE")),
                changes(rows.getShort("UPDATE_RULE"))));
      }
    }
    return List.copyOf(keys.values());
  }

  private static boolean changes(short rule) {
    return rule == DatabaseMetaData.importedKeyCascade
        || rule == DatabaseMetaData.importedKeySetNull
        || rule == DatabaseMetaData.importedKeySetDefault;
  }
}
