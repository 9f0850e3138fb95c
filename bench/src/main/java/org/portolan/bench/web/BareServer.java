package org.portolan.bench.web;

import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HttpString;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.portolan.wiki.web.ServerOptions;

/**
 * Undertow with nothing behind it. It sends the captured answers of another server, with the same
 * heads and bodies, from its I/O threads, or from worker threads like a server that waits for a
 * store.
 */
final class BareServer implements AutoCloseable {
  /** The headers that Undertow itself writes. */
  private static final Set<String> OWN_HEADERS = Set.of("connection", "date", "content-length");

  /** A captured answer. */
  record Captured(Map<String, String> headers, ByteBuffer body) {
    static Captured of(String head, byte[] body) {
      Map<String, String> headers = new LinkedHashMap<>();
      for (String line : head.lines().skip(1).toList()) {
        int colon = line.indexOf(':');
        if (colon > 0 && !OWN_HEADERS.contains(line.substring(0, colon).toLowerCase(Locale.ROOT))) {
          headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
      }
      ByteBuffer direct = ByteBuffer.allocateDirect(body.length).put(body).flip();
      return new Captured(headers, direct);
    }
  }

  private final Undertow undertow;
  private final int port;

  private BareServer(HttpHandler handler) {
    undertow =
        Undertow.builder()
            .addHttpListener(0, "127.0.0.1", handler)
            .setWorkerThreads(ServerOptions.DEFAULT.requestThreads())
            .build();
    undertow.start();
    port = ((InetSocketAddress) undertow.getListenerInfo().get(0).getAddress()).getPort();
  }

  static BareServer ofInputThreads(Map<String, Captured> pages) {
    return new BareServer(exchange -> answer(exchange, pages));
  }

  static BareServer ofWorkers(Map<String, Captured> pages) {
    return new BareServer(
        exchange -> exchange.dispatch((HttpHandler) handed -> answer(handed, pages)));
  }

  private static void answer(HttpServerExchange exchange, Map<String, Captured> pages) {
    Captured page = pages.get(exchange.getRequestURI());
    if (page == null) {
      exchange.setStatusCode(404);
      return;
    }
    page.headers()
        .forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
    exchange.getResponseSender().send(page.body().duplicate());
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    undertow.stop();
  }
}
