package org.portolan.advisor.live;

import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import org.portolan.advisor.log.LogStatement;
import org.portolan.jdbc.DatabaseKind;
import org.portolan.jdbc.JdbcFailures;

/** Statements without their values, as MySQL and MariaDB count them in performance_schema. */
final class StatementDigests {
  private static final String SOURCE = "performance_schema";
  private static final double PICOSECONDS = 1e12;
  private static final String DIGESTS =
      "SELECT digest_text, count_star, sum_timer_wait, max_timer_wait, sum_rows_sent,"
          + " sum_rows_examined FROM performance_schema.events_statements_summary_by_digest"
          + " WHERE schema_name = DATABASE() AND digest_text IS NOT NULL ORDER BY digest_text";

  /** A list of values, more rows of values, and more values of a list. */
  private static final Pattern LIST = Pattern.compile("\\(\\s*\\.\\.\\.\\s*\\)");

  private static final Pattern MORE = Pattern.compile(",\\s*\\.\\.\\.(?!\\s*\\*/)");
  private static final Pattern CUT = Pattern.compile("\\.\\.\\.\\s*$");

  /** Of these, its server counts how many there are, and not what they say. */
  private static final String OF_MARIADB =
      "counted by the database, without those that a driver prepares on the server";

  private StatementDigests() {}

  static LiveStatements read(Queries queries, boolean mariaDb) throws SQLException {
    if (!queries.text("SELECT @@performance_schema").equals("1")) {
      return LiveStatements.none(
          SOURCE,
          "it is off: set performance_schema=ON in the server's configuration, restart the server"
              + " and use the application; or give a query log by --log");
    }
    try {
      List<LogStatement> statements =
          queries.list(
              DIGESTS,
              row ->
                  statement(
                      row.getString(1),
                      row.getLong(2),
                      row.getDouble(3) / PICOSECONDS,
                      row.getDouble(4) / PICOSECONDS,
                      row.getLong(5),
                      row.getLong(6)));
      return new LiveStatements(SOURCE, statements, mariaDb ? OF_MARIADB : "");
    } catch (SQLException e) {
      DatabaseKind kind = mariaDb ? DatabaseKind.MARIADB : DatabaseKind.MYSQL;
      if (!JdbcFailures.isForbidden(kind, e)) {
        throw e;
      }
      return LiveStatements.none(
          SOURCE, "the user may not read it: GRANT SELECT ON performance_schema.*");
    }
  }

  private static LogStatement statement(
      String digest, long times, double seconds, double secondsMax, long sent, long examined) {
    return new LogStatement(
        text(digest),
        0,
        times,
        times == 0 ? -1 : seconds / times,
        secondsMax,
        sent,
        examined,
        -1,
        CUT.matcher(digest).find());
  }

  /** Returns a digest as a statement that a lexer of SQL reads. */
  static String text(String digest) {
    String lists = LIST.matcher(digest).replaceAll("(?)");
    return CUT.matcher(MORE.matcher(lists).replaceAll("")).replaceAll("");
  }
}
