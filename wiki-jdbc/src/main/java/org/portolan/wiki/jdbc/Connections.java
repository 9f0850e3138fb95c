package org.portolan.wiki.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.portolan.engine.InvalidUriException;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.InvalidJdbcUrlException;

/** The connections of a wiki's database, as a pool asks for them. */
final class Connections implements DataSource {
  private final Connector connector;
  private volatile int loginTimeoutSeconds;

  /**
   * @param create whether a missing database is created, if it is embedded
   * @throws InvalidUriException if the driver is not on the class path
   */
  Connections(JdbcUri uri, boolean create) {
    try {
      connector =
          create
              ? Connector.creating(uri.jdbcUrl(), uri.dialect().properties())
              : Connector.of(uri.jdbcUrl(), uri.dialect().properties());
    } catch (InvalidJdbcUrlException e) {
      throw new InvalidUriException(e.getMessage());
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    return connector.connect();
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the URL names the user");
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  /** Has no effect on connections: the connector has limits of its own. */
  @Override
  public void setLoginTimeout(int seconds) {
    loginTimeoutSeconds = seconds;
  }

  /**
   * Returns the timeout that the pool has set. When the pool is closed, it waits at most as long
   * for its thread that opens connections. With 0 it would not wait: it would only warn, and this
   * thread might still open the database afterwards.
   */
  @Override
  public int getLoginTimeout() {
    return loginTimeoutSeconds;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException("no logger");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLFeatureNotSupportedException("wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
