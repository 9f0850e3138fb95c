package org.portolan.advisor.live;

import java.sql.SQLException;
import java.util.List;
import org.portolan.advisor.log.LogStatement;

/** Statements without their values, as PostgreSQL counts them in pg_stat_statements. */
final class StatStatements {
  private static final String SOURCE = "pg_stat_statements";
  private static final double MILLIS = 1e3;
  private static final String NOT_LOADED = "55000";
  private static final String HIDDEN = "<insufficient privilege>";

  private StatStatements() {}

  static LiveStatements read(Queries queries) throws SQLException {
    String schema =
        queries.text(
            "SELECT quote_ident(n.nspname) FROM pg_extension e JOIN pg_namespace n ON n.oid ="
                + " e.extnamespace WHERE e.extname = 'pg_stat_statements'");
    if (schema.isEmpty()) {
      return LiveStatements.none(
          SOURCE,
          "the extension is absent: set shared_preload_libraries = 'pg_stat_statements', restart"
              + " the server, CREATE EXTENSION pg_stat_statements, and use the application; or"
              + " give a query log by --log");
    }
    try {
      List<LogStatement> all = statements(queries, schema);
      List<LogStatement> seen = all.stream().filter(any -> !any.text().equals(HIDDEN)).toList();
      String hidden =
          seen.size() == all.size()
              ? ""
              : "those of other users are hidden: GRANT pg_read_all_stats to this user";
      return new LiveStatements(SOURCE, seen, hidden);
    } catch (SQLException e) {
      if (!NOT_LOADED.equals(e.getSQLState())) {
        throw e;
      }
      return LiveStatements.none(
          SOURCE,
          "the extension is not loaded: set shared_preload_libraries = 'pg_stat_statements' and"
              + " restart the server");
    }
  }

  private static List<LogStatement> statements(Queries queries, String schema) throws SQLException {
    boolean planned = queries.connection().getMetaData().getDatabaseMajorVersion() >= 13;
    String time = planned ? "exec_time" : "time";
    return queries.list(
        "SELECT s.query, sum(s.calls), sum(s.total_"
            + time
            + "), max(s.max_"
            + time
            + "), sum(s.rows) FROM "
            + schema
            + ".pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid"
            + " WHERE d.datname = current_database() AND s.calls > 0 AND s.query IS NOT NULL"
            + " GROUP BY s.query ORDER BY s.query",
        row ->
            new LogStatement(
                row.getString(1),
                0,
                row.getLong(2),
                row.getDouble(3) / MILLIS / row.getLong(2),
                row.getDouble(4) / MILLIS,
                row.getLong(5),
                -1,
                -1,
                false));
  }
}
