package org.portolan.wiki.jdbc;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.portolan.engine.InvalidUriException;

/**
 * Makes connections by the one driver of a URL. Not through {@code DriverManager}, which asks every
 * driver on the class path, and Ignite's does not start everywhere.
 */
final class Connections implements DataSource {
  private final Driver driver;
  private final String url;
  private final Properties properties = new Properties();

  /**
   * @param create whether a missing database is created, if it is embedded
   * @throws InvalidUriException if the driver is not on the class path
   */
  Connections(JdbcUri uri, boolean create) {
    this.driver = driver(uri.dialect());
    this.url = uri.isEmbedded() && !create && !uri.says("IFEXISTS") ? ifExists(uri) : uri.url();
    for (Map.Entry<String, String> each : uri.dialect().properties().entrySet()) {
      if (!uri.says(each.getKey())) {
        properties.setProperty(each.getKey(), each.getValue());
      }
    }
  }

  private static String ifExists(JdbcUri uri) {
    return uri.url() + ";IFEXISTS=TRUE";
  }

  private static Driver driver(Dialect dialect) {
    try {
      return Class.forName(dialect.driver())
          .asSubclass(Driver.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException e) {
      throw new InvalidUriException(
          "the driver "
              + dialect.driver()
              + " is not on the class path: add the artifact "
              + dialect.artifact());
    }
  }

  @Override
  public Connection getConnection() throws SQLException {
    Connection connection = driver.connect(url, (Properties) properties.clone());
    if (connection == null) {
      throw new SQLException("the driver does not read this URL", "08001");
    }
    return connection;
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

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
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
