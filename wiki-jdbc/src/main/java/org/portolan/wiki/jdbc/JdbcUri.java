package org.portolan.wiki.jdbc;

import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.engine.InvalidUriException;
import org.portolan.jdbc.JdbcUrl;

/**
 * A URI of JDBC, which may have a parameter of ours.
 *
 * @param url what the driver reads
 * @param connections the most connections of the pool, if the URI says it
 */
record JdbcUri(Dialect dialect, String url, OptionalInt connections) {
  static final String FORMS =
      "jdbc:h2:./DIR/NAME, jdbc:mariadb://HOST:PORT/DATABASE?user=U&password=P,"
          + " jdbc:postgresql://HOST:PORT/DATABASE?user=U&password=P";

  private static final int CONNECTIONS_MAX = 1_000;
  private static final Pattern POOL = Pattern.compile("([?&;])portolan\\.pool=([^&;]*)(&?)");

  /**
   * @throws InvalidUriException if it is of no database that we know
   */
  static JdbcUri of(String uri) {
    Dialect dialect =
        Dialect.of(uri)
            .orElseThrow(
                () ->
                    new InvalidUriException(
                        "'"
                            + JdbcUrl.shown(uri)
                            + "' is not the URI of a database that keeps wikis; the forms are "
                            + FORMS));
    Matcher pool = POOL.matcher(uri);
    if (!pool.find()) {
      return new JdbcUri(dialect, uri, OptionalInt.empty());
    }
    boolean moreFollows = !pool.group(3).isEmpty();
    String url =
        uri.substring(0, pool.start())
            + (moreFollows ? pool.group(1) : "")
            + uri.substring(pool.end());
    return new JdbcUri(dialect, url, OptionalInt.of(connections(pool.group(2))));
  }

  private static int connections(String written) {
    int number = written.matches("\\d{1,4}") ? Integer.parseInt(written) : 0;
    if (number < 1 || number > CONNECTIONS_MAX) {
      throw new InvalidUriException(
          "portolan.pool must be a number of connections from 1 to "
              + CONNECTIONS_MAX
              + ", not '"
              + written
              + "'");
    }
    return number;
  }

  JdbcUrl jdbcUrl() {
    return new JdbcUrl(dialect.kind(), url);
  }

  @Override
  public String toString() {
    return JdbcUrl.shown(url);
  }
}
