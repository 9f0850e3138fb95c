package org.portolan.wiki.web;

import io.undertow.io.IoCallback;
import io.undertow.io.Sender;
import io.undertow.server.Connectors;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpContinue;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.portolan.data.InvalidCursorException;
import org.portolan.wiki.work.FairThreads;
import org.portolan.wiki.work.OverloadedException;
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

  /** A client that cannot be asked for its body is found out by its rate. */
  private static final IoCallback NOTHING =
      new IoCallback() {
        @Override
        public void onComplete(HttpServerExchange exchange, Sender sender) {}

        @Override
        public void onException(HttpServerExchange exchange, Sender sender, IOException failure) {}
      };

  private static final String FORM = "application/x-www-form-urlencoded";
  static final String RETRY_SECONDS = "2";
  private static final String POLICY =
      "default-src 'self'; style-src-attr 'unsafe-inline'; script-src 'none'; object-src 'none'; base-uri 'none';"
          + " form-action 'self'; frame-ancestors 'none'";

  private final Map<String, Route> routes;
  private final Views views;
  private final OriginCheck origins;
  private final FormBodies bodies;
  private final FairThreads threads;

  private final UnsentBytes unsent;

  /** Made once: whoever overloads the server gets very many of it. */
  private final Reply overloaded;

  Dispatcher(
      Map<String, Route> routes,
      Views views,
      OriginCheck origins,
      FormBodies bodies,
      UnsentBytes unsent,
      FairThreads threads) {
    this.routes = Map.copyOf(routes);
    this.views = views;
    this.origins = origins;
    this.bodies = bodies;
    this.unsent = unsent;
    this.threads = threads;
    this.overloaded = failed(new Failure(503, "request.overloaded"));
  }

  @Override
  public void handleRequest(HttpServerExchange exchange) {
    Optional<Reply> ready = ready(exchange);
    if (ready.isPresent()) {
      send(exchange, ready.get());
    } else if (isReading(exchange)) {
      inThread(exchange, waiting -> answer(waiting, Map.of()));
    } else {
      receive(exchange);
    }
  }

  /** Handles an exchange in one of the threads, or refuses it if too many wait for them. */
  private void inThread(HttpServerExchange exchange, HttpHandler handler) {
    exchange.dispatch(
        task -> {
          try {
            threads.execute(client(exchange), task);
          } catch (OverloadedException e) {
            Connectors.executeRootHandler(refused -> send(refused, overloaded()), exchange);
          }
        },
        handler);
  }

  /** Reads a form before a thread is taken for it; what can be refused is not even read. */
  private void receive(HttpServerExchange exchange) {
    Reply refusal;
    try {
      Optional<Reply> wrong = wrongMethod(exchange);
      if (wrong.isEmpty()) {
        checkForm(exchange);
        Received received = new Received(exchange);
        bodies.read(exchange, client(exchange), received);
        received.askForBody();
        return;
      }
      refusal = wrong.get();
    } catch (Failure e) {
      refusal = failed(e);
    } catch (OverloadedException e) {
      refusal = overloaded();
    }
    if (!exchange.isRequestComplete()) {
      exchange.setPersistent(false);
    }
    send(exchange, refusal);
  }

  /** Answers a form whose body has arrived or was refused. */
  private final class Received implements FormBodies.Outcome {
    private final HttpServerExchange exchange;

    Received(HttpServerExchange exchange) {
      this.exchange = exchange;
    }

    /** Answers a client that waits with the body until the rest of its request is accepted. */
    void askForBody() {
      if (HttpContinue.requiresContinueResponse(exchange)) {
        HttpContinue.sendContinueResponse(exchange, NOTHING);
      }
    }

    @Override
    public void complete(FormBodies.Body body) {
      inThread(exchange, waiting -> answerForm(waiting, body));
    }

    @Override
    public void refused(Failure failure) {
      // The rest of the body would be taken for the next request.
      exchange.setPersistent(false);
      send(exchange, failed(failure));
    }
  }

  private void answerForm(HttpServerExchange exchange, FormBodies.Body body) {
    Map<String, String> form;
    try {
      form = Forms.parse(body.text());
    } catch (Failure e) {
      send(exchange, failed(e));
      return;
    }
    answer(exchange, form);
  }

  private Reply failed(Failure failure) {
    Reply reply =
        Reply.html(
            failure.status(),
            views.message(name(failure.status()), failure.text(views.messages())));
    return failure.status() == 503 ? reply.with("Retry-After", RETRY_SECONDS) : reply;
  }

  private Reply overloaded() {
    return overloaded;
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

  private void answer(HttpServerExchange exchange, Map<String, String> form) {
    Reply reply;
    try {
      reply = reply(exchange, form);
    } catch (Failure e) {
      reply = failed(e);
    } catch (OverloadedException e) {
      reply = overloaded();
    } catch (InvalidCursorException e) {
      reply = failed(new Failure(400, "address.cursor"));
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
        views.message(
            name(failure.status()),
            failure.reason(views.messages()) + " " + failure.advice(views.messages())));
  }

  /** Forms report their own failures; this reply is for failures outside of them. */
  private Reply notWritten(WriteFailure failure) {
    Problem problem = failure.problem(views.messages(), "form");
    return Reply.html(failure.status(), views.message(name(failure.status()), problem.text()));
  }

  private static String firstPart(HttpServerExchange exchange) {
    String path = exchange.getRequestPath();
    int slash = path.indexOf('/', 1);
    return path.substring(1, slash < 0 ? path.length() : slash);
  }

  private static String rest(HttpServerExchange exchange) {
    String path = exchange.getRequestPath();
    int slash = path.indexOf('/', 1);
    return slash < 0 ? "" : path.substring(slash + 1);
  }

  /**
   * Returns the route of a request.
   *
   * @throws Failure if this host or path has none
   */
  private Route route(HttpServerExchange exchange) {
    origins.checkHost(exchange);
    Route route = routes.get(firstPart(exchange));
    if (route == null || (route.titled() == rest(exchange).isEmpty())) {
      throw new Failure(404, "address.none");
    }
    return route;
  }

  /** Returns the answer to a request that is neither a reading one nor a form for its route. */
  private Optional<Reply> wrongMethod(HttpServerExchange exchange) {
    Route route = route(exchange);
    if (route.posted() && exchange.getRequestMethod().equals(Methods.POST)) {
      return Optional.empty();
    }
    String allowed = route.posted() ? "GET, HEAD, POST" : "GET, HEAD";
    return Optional.of(
        Reply.html(
                405,
                views.message(name(405), views.messages().of("request.method", "methods", allowed)))
            .with("Allow", allowed));
  }

  private Reply reply(HttpServerExchange exchange, Map<String, String> form) {
    Route route = route(exchange);
    var request =
        new Request(
            exchange.getRequestMethod().toString(),
            rest(exchange),
            Forms.parse(exchange.getQueryString()),
            form,
            knownEtag(exchange),
            contributor(exchange),
            client(exchange));
    return route.handler().answer(request);
  }

  /** Returns whom the limits join with others, which is not always the contributor. */
  private static String client(HttpServerExchange exchange) {
    InetSocketAddress source = exchange.getSourceAddress();
    return source.getAddress() == null ? source.getHostString() : Clients.name(source.getAddress());
  }

  private static String contributor(HttpServerExchange exchange) {
    InetSocketAddress source = exchange.getSourceAddress();
    return source.getAddress() == null
        ? source.getHostString()
        : source.getAddress().getHostAddress();
  }

  /** Refuses a form of another site or of another type. */
  private void checkForm(HttpServerExchange exchange) {
    origins.checkPost(exchange);
    String type = exchange.getRequestHeaders().getFirst(Headers.CONTENT_TYPE);
    if (type == null || !type.split(";", 2)[0].strip().equalsIgnoreCase(FORM)) {
      throw new Failure(415, "request.type", "type", FORM);
    }
  }

  private void send(HttpServerExchange exchange, Reply wanted) {
    if (exchange.isResponseStarted()) {
      return;
    }
    Reply reply;
    try {
      reply = count(exchange, wanted) ? wanted : overloaded();
    } catch (IllegalStateException e) {
      LOGGER.debug("the client of {} has gone", exchange.getRequestPath(), e);
      return;
    }
    if (exchange.isInIoThread()) {
      write(exchange, reply);
    } else {
      exchange.dispatch(exchange.getIoThread(), waiting -> write(waiting, reply));
    }
  }

  /**
   * Writes an answer in the thread of the socket. If another thread did, the client could send its
   * next request before that thread has ended the exchange, and the thread of the socket would then
   * spin until it has (Undertow's {@code HttpReadListener}).
   */
  private static void write(HttpServerExchange exchange, Reply reply) {
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

  /**
   * Counts the bytes of an answer until it is sent; returns whether it may be sent.
   *
   * @throws IllegalStateException if the exchange is over, since the client has gone
   */
  private boolean count(HttpServerExchange exchange, Reply reply) {
    String client = client(exchange);
    int bytes = reply.body().length();
    var counted = new AtomicBoolean();
    // The listener first: what is counted must be released.
    exchange.addExchangeCompleteListener(
        (completed, next) -> {
          if (counted.getAndSet(false)) {
            unsent.release(client, bytes);
          }
          next.proceed();
        });
    // What a form has led to is always said; the forms of a client are bounded themselves.
    counted.set(unsent.take(client, bytes, !isReading(exchange)));
    return counted.get();
  }

  private String name(int status) {
    return views
        .messages()
        .find("status." + status)
        .orElseGet(() -> views.messages().of("status.other"));
  }
}
