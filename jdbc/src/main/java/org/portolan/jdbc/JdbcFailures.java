package org.portolan.jdbc;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;

/** What is known about a failure, by the states and codes of the databases. */
public final class JdbcFailures {
  private static final Set<String> LOST_STATES = Set.of("53300", "70100");
  private static final Set<Integer> H2_MISSING = Set.of(90146, 90149);
  private static final String POSTGRESQL_REJECTED = "08004";
  private static final String POSTGRESQL_LOCK_TIMEOUT = "55P03";
  private static final int MYSQL_LOCK_TIMEOUT = 1205;
  private static final int H2_RELATIVE_PATH = 90011;
  private static final int H2_OPEN_ELSEWHERE = 90020;
  private static final int MYSQL_UNKNOWN_DATABASE = 1049;
  private static final int MYSQL_NO_ACCESS_TO_DATABASE = 1044;
  private static final Set<Integer> MYSQL_TOO_SLOW = Set.of(1969, 3024);
  private static final Set<Integer> MYSQL_NO_ACCESS = Set.of(1044, 1142, 1143, 1227, 1345, 1370);
  private static final int H2_TOO_SLOW = 57014;
  private static final int H2_NO_ACCESS = 90096;
  private static final int MESSAGE_CHARS_MAX = 400;

  private JdbcFailures() {}

  private static String state(SQLException failure) {
    return failure.getSQLState() == null ? "" : failure.getSQLState();
  }

  /**
   * Returns whether the connection is lost, or the server is going away. Beside the states of the
   * standard: PostgreSQL's 57P for a server that ends and 53300 for too many connections, and
   * MariaDB's 70100 for a connection that was killed.
   */
  public static boolean isConnectionLost(SQLException failure) {
    return state(failure).startsWith("08")
        || state(failure).startsWith("57P")
        || (LOST_STATES.contains(state(failure)) && !isTooSlow(failure))
        || failure instanceof SQLTransientConnectionException
        || failure instanceof SQLNonTransientConnectionException
        || failure instanceof SQLRecoverableException;
  }

  /** Returns whether a lock of another session was not released in the time set for it. */
  public static boolean isLockTimeout(SQLException failure) {
    return state(failure).equals(POSTGRESQL_LOCK_TIMEOUT)
        || failure.getErrorCode() == MYSQL_LOCK_TIMEOUT;
  }

  /** Returns whether the server is there, but has no database of the URL's name. */
  public static boolean isMissingDatabase(DatabaseKind kind, SQLException failure) {
    return switch (kind) {
      case H2 -> H2_MISSING.contains(failure.getErrorCode());
      case MARIADB, MYSQL -> failure.getErrorCode() == MYSQL_UNKNOWN_DATABASE;
      case POSTGRESQL -> state(failure).equals("3D000");
    };
  }

  /** Returns whether the user or the password was refused. */
  public static boolean isRefused(SQLException failure) {
    return state(failure).startsWith("28") && failure.getErrorCode() != MYSQL_NO_ACCESS_TO_DATABASE;
  }

  /**
   * PostgreSQL's driver gives a password that is missing or empty the state of a lost connection.
   */
  private static boolean lacksPassword(SQLException failure) {
    return state(failure).equals(POSTGRESQL_REJECTED)
        && reason(failure).contains("password")
        && !isRefused(failure);
  }

  /** Returns whether the user may not do this. */
  public static boolean isForbidden(DatabaseKind kind, SQLException failure) {
    return switch (kind) {
      case H2 -> failure.getErrorCode() == H2_NO_ACCESS;
      case MARIADB, MYSQL -> MYSQL_NO_ACCESS.contains(failure.getErrorCode());
      case POSTGRESQL -> state(failure).equals("42501");
    };
  }

  /** Returns whether a statement took longer than its connection allows. */
  public static boolean isTooSlow(SQLException failure) {
    return state(failure).equals("57014")
        || failure.getErrorCode() == H2_TOO_SLOW
        || MYSQL_TOO_SLOW.contains(failure.getErrorCode());
  }

  /** Returns whether an embedded database is open in another process. */
  public static boolean isOpenElsewhere(DatabaseKind kind, SQLException failure) {
    return kind == DatabaseKind.H2 && failure.getErrorCode() == H2_OPEN_ELSEWHERE;
  }

  /** Returns whether the path of an embedded database begins neither with / nor ./ nor ~/. */
  public static boolean isRelativePath(DatabaseKind kind, SQLException failure) {
    return kind == DatabaseKind.H2 && failure.getErrorCode() == H2_RELATIVE_PATH;
  }

  /** Returns the failure of an act, for example {@code "read the tables"}, in one line. */
  public static RuntimeException of(String act, JdbcUrl url, SQLException failure) {
    DatabaseKind kind = url.kind();
    if (isRelativePath(kind, failure)) {
      return new InvalidJdbcUrlException(
          "'" + url + "' has a path that begins neither with / nor with ./ nor with ~/");
    }
    return new DatabaseException(message(act, url, failure), failure);
  }

  private static String message(String act, JdbcUrl url, SQLException failure) {
    String begin = "cannot " + act + " in " + url + ": ";
    if (isOpenElsewhere(url.kind(), failure)) {
      return begin + "it is open in another process, and an embedded database has one at a time";
    }
    if (isMissingDatabase(url.kind(), failure)) {
      return begin + "there is no such database; check the name";
    }
    String reason = reason(failure);
    if (isRefused(failure)) {
      return begin + reason + "; check the user and the password";
    }
    if (lacksPassword(failure)) {
      return begin
          + reason
          + "; give the password by the environment variable "
          + Connector.PASSWORD
          + ", or in the URL";
    }
    if (isConnectionLost(failure)) {
      return begin + reason + "; check host and port, and whether the server runs";
    }
    return begin + reason;
  }

  /**
   * Returns the first line of a message, without passwords; H2 and pools append statements and
   * counts.
   */
  public static String reason(SQLException failure) {
    SQLException innermost = failure;
    while (innermost.getCause() instanceof SQLException cause) {
      innermost = cause;
    }
    String message = innermost.getMessage() == null ? innermost.toString() : innermost.getMessage();
    String line =
        JdbcUrl.shown(message.lines().findFirst().orElse(""))
            .replaceFirst("; SQL statement:$", "")
            .replaceFirst("^\\(conn=\\d+\\) ", "")
            .replaceFirst("\\.$", "");
    return line.length() <= MESSAGE_CHARS_MAX ? line : line.substring(0, MESSAGE_CHARS_MAX) + "…";
  }
}
