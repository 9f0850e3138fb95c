package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.util.Set;
import org.portolan.engine.EngineException;
import org.portolan.engine.InvalidUriException;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.UnavailableException;
import org.portolan.jdbc.DatabaseKind;
import org.portolan.jdbc.JdbcFailures;

/** What is known about a statement that failed, by the states and codes of the three databases. */
final class SqlFailures {
  /**
   * PostgreSQL: 40001 serialization failure, 40P01 deadlock, 55P03 lock not available. MariaDB:
   * 40001 deadlock. H2: 40001 deadlock, HYT00 lock timeout.
   */
  private static final Set<String> CONFLICT_STATES = Set.of("40001", "40P01", "55P03", "HYT00");

  private static final int MARIADB_LOCK_WAIT_TIMEOUT = 1205;
  private static final int MARIADB_DEADLOCK = 1213;

  /** InnoDB, with innodb_snapshot_isolation: the row has changed since it was read. */
  private static final int MARIADB_RECORD_CHANGED = 1020;

  private static final int H2_CONCURRENT_UPDATE = 90131;

  /** A large text was deleted by another transaction while it was read. */
  private static final int H2_LOB_GONE = 90039;

  private SqlFailures() {}

  private static String state(SQLException failure) {
    return failure.getSQLState() == null ? "" : failure.getSQLState();
  }

  /**
   * Returns whether another transaction was in the way, so that the same work may succeed when it
   * is done again: a deadlock, a lock that was waited for too long, or a key that another has just
   * written or removed. The transaction is rolled back.
   */
  static boolean isConflict(SQLException failure) {
    for (Throwable each = failure; each != null; each = each.getCause()) {
      if (each instanceof SQLException one && isConflictItself(one)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isConflictItself(SQLException failure) {
    int code = failure.getErrorCode();
    return CONFLICT_STATES.contains(state(failure))
        || state(failure).startsWith("23")
        || code == MARIADB_LOCK_WAIT_TIMEOUT
        || code == MARIADB_DEADLOCK
        || code == MARIADB_RECORD_CHANGED
        || code == H2_CONCURRENT_UPDATE
        || code == H2_LOB_GONE;
  }

  /** Returns the failure of a read, or of a write that changed nothing. */
  static RuntimeException of(String act, JdbcUri uri, SQLException failure) {
    String reason = reason(failure);
    String message = "cannot " + act + " in " + uri + ": " + reason;
    DatabaseKind kind = uri.dialect().kind();
    if (JdbcFailures.isRelativePath(kind, failure)) {
      return new InvalidUriException(
          "'" + uri + "' has a path that begins neither with / nor with ./ nor with ~/");
    }
    if (JdbcFailures.isOpenElsewhere(kind, failure)) {
      return new UnavailableException(
          uri + " is open in another process, and an embedded database has one at a time", failure);
    }
    if (JdbcFailures.isMissingDatabase(kind, failure)) {
      return new StoreMissingException("there is no database " + uri, failure);
    }
    if (JdbcFailures.isConnectionLost(failure)) {
      return new UnavailableException(message, failure);
    }
    if (state(failure).startsWith("22")) {
      return new IllegalArgumentException(message, failure);
    }
    return new EngineException(message, failure);
  }

  static String reason(SQLException failure) {
    return JdbcFailures.reason(failure);
  }
}
