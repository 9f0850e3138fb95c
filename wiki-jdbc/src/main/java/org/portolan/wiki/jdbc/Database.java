package org.portolan.wiki.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.portolan.data.ConflictCause;
import org.portolan.data.InterruptedWaitException;
import org.portolan.data.RetryPolicy;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * A pool of connections, and the three ways to use one. Thread-safe.
 *
 * <ul>
 *   <li>{@link #read}: each statement by itself, at READ COMMITTED. A statement sees one committed
 *       state, and every answer of the wiki but two is one statement.
 *   <li>{@link #snapshot}: several statements that see the same state: REPEATABLE READ, which all
 *       three databases answer from a snapshot without locking anything.
 *   <li>{@link #write}: one transaction at READ COMMITTED. Each begins by locking the rows of its
 *       pages (SELECT FOR UPDATE), in the order of their titles, and decides by what it reads after
 *       that: so two writes of one page are one after the other. A page that is not there cannot be
 *       locked; then the unique key of titles lets one of two writers win. Nothing that a write
 *       decides depends on rows of pages that it has not locked, so SERIALIZABLE would cost
 *       failures and prevent nothing.
 * </ul>
 *
 * <p>A write that met another one (a deadlock, a lock that was waited for longer than five seconds,
 * a key that another wrote or removed first) is rolled back and runs again, as often as a {@link
 * RetryPolicy} says; then it is given up with a {@link WriteConflictException}.
 */
final class Database implements AutoCloseable {
  private static final Duration CONNECTION_WAIT_MAX = Duration.ofSeconds(10);

  private final JdbcUri uri;
  private final RetryPolicy retries;
  private final HikariDataSource pool;

  /** Some statements on a connection. */
  interface Work<T> {
    T in(Session session) throws SQLException;
  }

  Database(JdbcUri uri, boolean create) {
    this(uri, create, RetryPolicy.DEFAULT);
  }

  @SuppressWarnings("try")
  Database(JdbcUri uri, boolean create, RetryPolicy retries) {
    this.uri = uri;
    this.retries = retries;
    Connections connections = new Connections(uri, create);
    // The pool would hide why the first connection fails, and try again for seconds. It stays open
    // until the pool has one: a database in memory lasts as long as its connections.
    try (Connection first = connections.getConnection()) {
      HikariConfig config = new HikariConfig();
      config.setDataSource(connections);
      config.setPoolName("portolan");
      config.setMaximumPoolSize(uri.connections().orElse(uri.dialect().connections()));
      config.setMinimumIdle(1);
      config.setConnectionTimeout(CONNECTION_WAIT_MAX.toMillis());
      config.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
      if (!uri.dialect().sessionStart().isEmpty()) {
        config.setConnectionInitSql(uri.dialect().sessionStart());
      }
      pool = new HikariDataSource(config);
    } catch (SQLException e) {
      throw SqlFailures.of("open the wiki", uri, e);
    }
  }

  JdbcUri uri() {
    return uri;
  }

  private Connection connection() throws SQLException {
    if (pool.isClosed()) {
      throw new IllegalStateException("the wiki in " + uri + " is closed");
    }
    return pool.getConnection();
  }

  private Session session(Connection connection, String operation) {
    return new Session(connection, uri.dialect(), operation);
  }

  /** Does reads that are each one statement. */
  <T> T read(String operation, Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      try (Connection connection = connection()) {
        return work.in(session(connection, operation));
      } catch (SQLException e) {
        if (attempt == retries.attemptsMax() || !SqlFailures.isConflict(e)) {
          throw SqlFailures.of("read", uri, e);
        }
      }
    }
  }

  /** Does reads of several statements that see the same committed state. */
  <T> T snapshot(String operation, Work<T> work) {
    for (int attempt = 1; ; attempt++) {
      try (Connection connection = connection()) {
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        T answer = work.in(session(connection, operation));
        connection.commit();
        return answer;
      } catch (SQLException e) {
        if (attempt == retries.attemptsMax() || !SqlFailures.isConflict(e)) {
          throw SqlFailures.of("read", uri, e);
        }
      }
    }
  }

  /**
   * Does a write in one transaction; runs it again after a conflict, so it must not change anything
   * but rows.
   *
   * @param titles the pages that are written, for messages
   * @throws WriteConflictException if it met other writes at every attempt; nothing was changed
   * @throws OutcomeUnknownException if the connection was lost while it was committed
   * @throws RuntimeException what {@code work} throws; nothing was changed
   */
  <T> T write(String operation, Collection<String> titles, Work<T> work) {
    long end = System.nanoTime() + retries.timeMax().toNanos();
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(operation, work);
      } catch (SQLException e) {
        if (!SqlFailures.isConflict(e)) {
          throw SqlFailures.of("write", uri, e);
        }
        if (attempt == retries.attemptsMax() || System.nanoTime() - end > 0) {
          throw new WriteConflictException(
              ConflictCause.UNKNOWN,
              titles.stream()
                  .map(title -> new RowKey("page", Tuple.of(title)))
                  .collect(Collectors.toSet()),
              attempt,
              e);
        }
        pause(attempt);
      }
    }
  }

  private <T> T attempt(String operation, Work<T> work) throws SQLException {
    try (Connection connection = connection()) {
      connection.setAutoCommit(false);
      T answer;
      try {
        answer = work.in(session(connection, operation));
      } catch (SQLException | RuntimeException | Error failure) {
        rollBack(connection, failure);
        throw failure;
      }
      try {
        connection.commit();
      } catch (SQLException e) {
        if (SqlFailures.isConflict(e)) {
          rollBack(connection, e);
          throw e;
        }
        throw new OutcomeUnknownException(
            "the answer to a commit in " + uri + " is lost: " + SqlFailures.reason(e), e);
      }
      return answer;
    }
  }

  /** Ends a transaction; if that fails, the server does it when the connection is closed. */
  private static void rollBack(Connection connection, Throwable failure) {
    try {
      connection.rollback();
    } catch (SQLException also) {
      failure.addSuppressed(also);
    }
  }

  private void pause(int attempt) {
    try {
      Thread.sleep(retries.waitAfter(attempt, ThreadLocalRandom.current()).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedWaitException(
          "interrupted before a write in " + uri + " ran again; it has changed nothing", e);
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
