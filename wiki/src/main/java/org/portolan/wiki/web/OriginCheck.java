package org.portolan.wiki.web;

import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

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
    this.hostNames =
        hostNames.stream().map(OriginCheck::name).collect(Collectors.toUnmodifiableSet());
  }

  static OriginCheck of(ServerOptions options, boolean loopback) {
    boolean own = options.hostNames().isEmpty() && loopback;
    return new OriginCheck(own ? LOOPBACK_NAMES : options.hostNames());
  }

  void checkHost(HttpServerExchange exchange) {
    if (!isKnownHost(exchange)) {
      String host = exchange.getRequestHeaders().getFirst(Headers.HOST);
      throw new Failure(403, "request.host", "host", String.valueOf(host));
    }
  }

  boolean isKnownHost(HttpServerExchange exchange) {
    if (hostNames.isEmpty()) {
      return true;
    }
    HeaderValues hosts = exchange.getRequestHeaders().get(Headers.HOST);
    return hosts != null && hosts.size() == 1 && hostNames.contains(name(hosts.getFirst()));
  }

  /**
   * Returns a host without its port, as DNS compares names: in small letters, without a last dot.
   */
  private static String name(String host) {
    int colon = host.lastIndexOf(':');
    String name = colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
    String rooted = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    return rooted.toLowerCase(Locale.ROOT);
  }

  void checkPost(HttpServerExchange exchange) {
    HeaderValues sites = exchange.getRequestHeaders().get(SITE);
    boolean foreign;
    if (sites == null) {
      foreign = hasForeignOrigin(exchange);
    } else if (sites.stream().allMatch("same-origin"::equals)) {
      foreign = false;
    } else {
      // "none" is what a visitor did without any site; no other site may claim that.
      foreign = !sites.stream().allMatch("none"::equals) || hasForeignOrigin(exchange);
    }
    if (foreign) {
      throw new Failure(403, "request.foreign");
    }
  }

  private static boolean hasForeignOrigin(HttpServerExchange exchange) {
    HeaderValues origins = exchange.getRequestHeaders().get(Headers.ORIGIN);
    String host = exchange.getRequestHeaders().getFirst(Headers.HOST);
    return origins != null
        && !origins.stream()
            .allMatch(
                origin ->
                    origin.equalsIgnoreCase("http://" + host)
                        || origin.equalsIgnoreCase("https://" + host));
  }
}
