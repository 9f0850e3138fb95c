package org.portolan.migrate.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.portolan.jdbc.DatabaseKind;

/**
 * What tells a database from others. PostgreSQL: the identifier of its cluster, which a standby
 * shares, and its name. H2: its file. MariaDB and MySQL have no such identifier: the address of the
 * server as the URL has it, and the name.
 */
final class DatabaseIdentity {
  private DatabaseIdentity() {}

  static String of(Database database, Connection connection) throws SQLException {
    String url = address(database.url().url());
    String sql =
        switch (database.kind()) {
          case POSTGRESQL ->
              Statements.MARK
                  + "SELECT 'postgresql ' || current_database() || ' of the cluster ' ||"
                  + " system_identifier FROM pg_control_system()";
          case H2 -> database.url().isEmbedded() ? "SELECT 'h2 ' || DATABASE_PATH()" : null;
          case MARIADB, MYSQL -> null;
        };
    if (sql == null || !isPermitted(database.kind(), connection)) {
      return url;
    }
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet row = statement.executeQuery()) {
      String identity = row.next() ? row.getString(1) : null;
      return identity == null ? url : identity;
    }
  }

  /** Returns a URL without the user, the password and other parameters. */
  static String address(String url) {
    return url.replaceFirst("[?;].*", "")
        .replaceFirst("//[^/@]*@", "//")
        .replaceFirst("^jdbc:(mariadb|mysql)://([^/:,]+)/", "jdbc:$1://$2:3306/")
        .replaceFirst("^jdbc:(mariadb|mysql|h2:tcp|h2:ssl):", "");
  }

  private static boolean isPermitted(DatabaseKind kind, Connection connection) throws SQLException {
    if (kind != DatabaseKind.POSTGRESQL) {
      return true;
    }
    // A statement that fails would end the transaction of the snapshot.
    try (PreparedStatement statement =
            connection.prepareStatement(
                "SELECT has_function_privilege('pg_control_system()', 'EXECUTE')");
        ResultSet row = statement.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
  }
}
