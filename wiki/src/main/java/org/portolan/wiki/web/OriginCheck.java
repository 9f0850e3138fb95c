package org.portolan.wiki.web;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.util.Set;

/**
 * Prevents other sites from acting through a visitor's browser. Browsers send the origin of a form
 * (Fetch Metadata, or the Origin of RFC 6454); a form from another site is refused. Other programs
 * send neither, and act with no visitor's authority. The host name is also checked: otherwise
 * another site could make its own name resolve to this address and count as the same origin.
 */
final class OriginCheck {
  private static final HttpString SITE = new HttpString("Sec-Fetch-Site");
  private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Set<String> hostNames;

  /**
   * @param hostNames the permitted names of this host; empty for any name
   */
  OriginCheck(Set<String> hostNames) {
    this.hostNames = hostNames;
  }

  static OriginCheck of(ServerOptions options, boolean loopback) {
    boolean own = options.hostNames().isEmpty() && loopback;
    return new OriginCheck(own ? LOOPBACK_NAMES : options.hostNames());
  }

  void checkHost(HttpServerExchange exchange) {
    if (!isKnownHost(exchange)) {
      String host = exchange.getRequestHeaders().getFirst(Headers.HOST);
      throw new Failure(403, "This server does not accept the host name “" + host + "”.");
    }
  }

  boolean isKnownHost(HttpServerExchange exchange) {
    if (hostNames.isEmpty()) {
      return true;
    }
    String host = exchange.getRequestHeaders().getFirst(Headers.HOST);
    return host != null && hostNames.contains(withoutPort(host));
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }

  void checkPost(HttpServerExchange exchange) {
    String site = exchange.getRequestHeaders().getFirst(SITE);
    String origin = exchange.getRequestHeaders().getFirst(Headers.ORIGIN);
    boolean foreign;
    if (site != null) {
      foreign = !site.equals("same-origin") && !site.equals("none");
    } else if (origin != null) {
      String host = exchange.getRequestHeaders().getFirst(Headers.HOST);
      foreign = !origin.equals("http://" + host) && !origin.equals("https://" + host);
    } else {
      foreign = false;
    }
    if (foreign) {
      throw new Failure(
          403,
          "This form was sent from another site. Nothing was changed; use the form of this site.");
    }
  }
}
