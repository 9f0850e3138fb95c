package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.portolan.jdbc.DatabaseKind;

/** The triggers that run in a session when it inserts rows into a table. */
final class Triggers {
  /**
   * Those of the table and its partitions, by the session's role: triggers of replicas, of others,
   * or of both.
   */
  private static final String POSTGRESQL =
      "WITH RECURSIVE "
          + PostgreSqlParts.OF_TABLE
          + " SELECT DISTINCT t.tgname FROM pg_trigger t JOIN parts p ON p.id = t.tgrelid"
          + " WHERE NOT t.tgisinternal AND t.tgtype & 4 <> 0 AND (t.tgenabled = 'A' OR t.tgenabled"
          + " = CASE current_setting('session_replication_role') WHEN 'replica' THEN 'R' ELSE 'O'"
          + " END) ORDER BY 1";

  /** In capitals, which H2 may need, and which the others fold. */
  private static final String OTHERS =
      "SELECT DISTINCT TRIGGER_NAME FROM INFORMATION_SCHEMA.TRIGGERS WHERE EVENT_MANIPULATION LIKE"
          + " '%INSERT%' AND EVENT_OBJECT_SCHEMA = ? AND EVENT_OBJECT_TABLE = ? ORDER BY 1";

  private Triggers() {}

  static List<String> of(Database database, Connection connection, String schema, String table)
      throws SQLException {
    boolean postgres = database.kind() == DatabaseKind.POSTGRESQL;
    List<String> names = new ArrayList<>();
    try (PreparedStatement statement =
        connection.prepareStatement(postgres ? POSTGRESQL : OTHERS)) {
      statement.setString(1, schema);
      statement.setString(2, table);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
    }
    return names;
  }
}
