package org.portolan.follow;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.JdbcUrl;
import org.portolan.migrate.MigrateException;

/**
 * A server's address and who connects to it, as a URL of JDBC says them.
 *
 * @param options the parameters of the URL, by name in lower case
 */
record Endpoint(String host, int port, String database, Map<String, String> options) {

  static Endpoint of(JdbcUrl url, int usualPort) {
    try {
      URI uri = new URI(url.url().substring("jdbc:".length()));
      if (uri.getHost() == null || uri.getPath() == null || uri.getPath().length() < 2) {
        throw new URISyntaxException(url.toString(), "it names no host or no database");
      }
      Map<String, String> options = new LinkedHashMap<>();
      Connector.passwordOfEnvironment().ifPresent(password -> options.put("password", password));
      if (uri.getRawQuery() != null) {
        for (String each : uri.getRawQuery().split("&", -1)) {
          int sign = each.indexOf('=');
          if (sign > 0) {
            options.put(
                each.substring(0, sign).toLowerCase(Locale.ROOT),
                URLDecoder.decode(each.substring(sign + 1), StandardCharsets.UTF_8));
          }
        }
      }
      return new Endpoint(
          uri.getHost(),
          uri.getPort() < 0 ? usualPort : uri.getPort(),
          uri.getPath().substring(1),
          options);
    } catch (URISyntaxException e) {
      throw new MigrateException(
          "cannot follow "
              + url
              + ": the URL must be of the form "
              + url.kind().name().toLowerCase(Locale.ROOT)
              + "://HOST:PORT/DATABASE?user=U&password=P, after 'jdbc:'");
    }
  }
}
