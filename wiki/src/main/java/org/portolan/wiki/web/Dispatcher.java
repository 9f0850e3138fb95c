package org.portolan.wiki.web;

import io.undertow.io.Receiver;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RequestTooBigException;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Converts HTTP to {@link Request} and {@link Reply} to HTTP: routes, methods, origin, header
 * fields, errors. The thread that read a request sends the answers that {@link Route#quick} has
 * ready; worker threads do all other work.
 */
final class Dispatcher implements HttpHandler {
  private static final Logger LOGGER = LoggerFactory.getLogger(Dispatcher.class);

  private static final HttpString CSP = new HttpString("Content-Security-Policy");
  private static final HttpString SNIFFING = new HttpString("X-Content-Type-Options");
  private static final HttpString REFERRER = new HttpString("Referrer-Policy");
  private static final HttpString OPENER = new HttpString("Cross-Origin-Opener-Policy");
  private static final String POLICY =
      "default-src 'self'; script-src 'none'; object-src 'none'; base-uri 'none';"
          + " form-action 'self'; frame-ancestors 'none'";

  private final Map<String, Route> routes;
  private final Views views;
  private final OriginCheck origins;

  Dispatcher(Map<String, Route> routes, Views views, OriginCheck origins) {
    this.routes = Map.copyOf(routes);
    this.views = views;
    this.origins = origins;
  }

  @Override
  public void handleRequest(HttpServerExchange exchange) {
    Optional<Reply> ready = ready(exchange);
    if (ready.isPresent()) {
      send(exchange, ready.get());
    } else {
      exchange.dispatch(this::answer);
    }
  }

  /**
   * Returns the answer if it needs no waiting. After a failure here, a worker answers, which
   * reports the failure.
   */
  private Optional<Reply> ready(HttpServerExchange exchange) {
    String path = exchange.getRequestPath();
    int slash = path.indexOf('/', 1);
    if (slash < 0
        || !exchange.getQueryString().isEmpty()
        || !exchange.getRequestMethod().equals(Methods.GET)
        || !origins.isKnownHost(exchange)) {
      return Optional.empty();
    }
    Route route = routes.get(path.substring(1, slash));
    if (route == null) {
      return Optional.empty();
    }
    try {
      return route.quick().answer(path.substring(slash + 1), knownEtag(exchange));
    } catch (RuntimeException e) {
      LOGGER.debug("answering {} at once failed", path, e);
      return Optional.empty();
    }
  }

  private static Optional<String> knownEtag(HttpServerExchange exchange) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(Headers.IF_NONE_MATCH));
  }

  private void answer(HttpServerExchange exchange) {
    Reply reply;
    try {
      reply = reply(exchange);
    } catch (Failure e) {
      reply = Reply.html(e.status(), views.message(name(e.status()), e.getMessage()));
    } catch (RuntimeException e) {
      LOGGER.error("answering {} failed", exchange.getRequestPath(), e);
      reply = isReading(exchange) ? notRead(ReadFailure.of(e)) : notWritten(WriteFailure.of(e));
    }
    send(exchange, reply);
  }

  private static boolean isReading(HttpServerExchange exchange) {
    HttpString method = exchange.getRequestMethod();
    return method.equals(Methods.GET) || method.equals(Methods.HEAD);
  }

  private Reply notRead(ReadFailure failure) {
    return Reply.html(
        failure.status(),
        views.message(name(failure.status()), failure.reason() + " " + failure.advice()));
  }

  /** Forms report their own failures; this reply is for failures outside of them. */
  private Reply notWritten(WriteFailure failure) {
    Problem problem =
        failure.problem(
            "done",
            "Go back: your browser still has what you wrote.",
            "send it again",
            "Look at the page first.",
            "send less at once");
    return Reply.html(failure.status(), views.message(name(failure.status()), problem.text()));
  }

  private Reply reply(HttpServerExchange exchange) {
    origins.checkHost(exchange);
    String path = exchange.getRequestPath();
    int slash = path.indexOf('/', 1);
    String name = path.substring(1, slash < 0 ? path.length() : slash);
    String rest = slash < 0 ? "" : path.substring(slash + 1);
    Route route = routes.get(name);
    if (route == null || (route.titled() == rest.isEmpty())) {
      throw new Failure(404, "There is no page at this address.");
    }
    String method = exchange.getRequestMethod().toString();
    boolean reading = isReading(exchange);
    if (!reading && !(route.posted() && method.equals("POST"))) {
      String allowed = route.posted() ? "GET, HEAD, POST" : "GET, HEAD";
      return Reply.html(
              405, views.message(name(405), "This address answers to " + allowed + " only."))
          .with("Allow", allowed);
    }
    Map<String, String> form = Map.of();
    if (!reading) {
      origins.checkPost(exchange);
      form = form(exchange);
    }
    var request =
        new Request(
            method,
            rest,
            Forms.parse(exchange.getQueryString()),
            form,
            knownEtag(exchange),
            contributor(exchange));
    return route.handler().answer(request);
  }

  private static String contributor(HttpServerExchange exchange) {
    InetSocketAddress source = exchange.getSourceAddress();
    return source.getAddress() == null
        ? source.getHostString()
        : source.getAddress().getHostAddress();
  }

  private static Map<String, String> form(HttpServerExchange exchange) {
    String type = exchange.getRequestHeaders().getFirst(Headers.CONTENT_TYPE);
    if (type == null
        || !type.toLowerCase(java.util.Locale.ROOT)
            .startsWith("application/x-www-form-urlencoded")) {
      throw new Failure(415, "Forms are accepted as application/x-www-form-urlencoded only.");
    }
    exchange.startBlocking();
    var body = new byte[1][];
    var failed = new java.io.IOException[1];
    exchange
        .getRequestReceiver()
        .receiveFullBytes(
            (HttpServerExchange received, byte[] bytes) -> body[0] = bytes,
            (Receiver.ErrorCallback) (received, e) -> failed[0] = e);
    if (failed[0] instanceof RequestTooBigException
        || failed[0] instanceof Receiver.RequestToLargeException) {
      throw new Failure(
          413,
          "The request is too large to read. Go back: your browser still has your text; save it in"
              + " parts.");
    }
    if (body[0] == null) {
      throw new Failure(400, "The body of the request could not be read.");
    }
    return Forms.parse(new String(body[0], StandardCharsets.UTF_8));
  }

  private static void send(HttpServerExchange exchange, Reply reply) {
    if (exchange.isResponseStarted()) {
      return;
    }
    exchange.setStatusCode(reply.status());
    HeaderMap headers = exchange.getResponseHeaders();
    headers.put(CSP, POLICY);
    headers.put(SNIFFING, "nosniff");
    headers.put(REFERRER, "same-origin");
    headers.put(OPENER, "same-origin");
    reply.etag().ifPresent(etag -> headers.put(Headers.ETAG, etag));
    headers.put(Headers.CACHE_CONTROL, reply.etag().isPresent() ? "no-cache" : "no-store");
    reply.headers().forEach((name, value) -> headers.put(new HttpString(name), value));
    reply.location().ifPresent(location -> headers.put(Headers.LOCATION, location));
    if (reply.status() == 304) {
      exchange.endExchange();
      return;
    }
    headers.put(Headers.CONTENT_TYPE, reply.type());
    headers.put(Headers.CONTENT_LENGTH, reply.body().length());
    if (exchange.getRequestMethod().equals(Methods.HEAD)) {
      exchange.endExchange();
    } else {
      exchange.getResponseSender().send(reply.body().buffer());
    }
  }

  private static String name(int status) {
    return switch (status) {
      case 400 -> "Invalid request";
      case 403 -> "Not allowed from there";
      case 404 -> "Nothing at this address";
      case 405 -> "Method not allowed";
      case 413 -> "Too large";
      case 415 -> "Unsupported form of data";
      case 422 -> "Not accepted";
      case 500 -> "Internal error of the wiki";
      case 503 -> "Not now";
      case 504 -> "Not confirmed";
      default -> "The request failed";
    };
  }
}
