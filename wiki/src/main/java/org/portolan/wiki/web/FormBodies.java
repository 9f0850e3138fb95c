package org.portolan.wiki.web;

import io.undertow.io.Receiver;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.portolan.wiki.work.OverloadedException;
import org.xnio.XnioExecutor;

/**
 * Reads the bodies of posted forms without a thread for each: the thread that reads the sockets
 * collects what has arrived. Memory is taken as bytes arrive, never for a length that a client only
 * announces. A body that comes too slowly is given up. The number of bodies of one client, their
 * bytes and those of all clients are bounded until {@link Body#release}. Thread-safe.
 */
final class FormBodies {
  /** The bodies of one client that may be under way. */
  static final int OF_CLIENT_MAX = 8;

  private static final Duration CHECK = Duration.ofSeconds(1);

  /**
   * The bounds.
   *
   * @param bytesMax the longest body
   * @param bytesOfClientMax the bytes of all bodies of one client
   * @param bytesOfAllMax the bytes of all bodies
   * @param time the longest time for one body
   * @param grace the time after which the rate counts
   * @param bytesPerSecondMin the least rate, on average
   */
  record Bounds(
      long bytesMax,
      long bytesOfClientMax,
      long bytesOfAllMax,
      Duration time,
      Duration grace,
      long bytesPerSecondMin) {

    static Bounds of(long bytesMax) {
      long all = Math.max(4 * bytesMax, Runtime.getRuntime().maxMemory() / 8);
      return new Bounds(
          bytesMax, all / 2, all, Duration.ofMinutes(2), Duration.ofSeconds(5), 2_000);
    }
  }

  private static final class Client {
    int bodies;
    long bytes;
  }

  private final Bounds bounds;
  private final Map<String, Client> clients = new HashMap<>();
  private long bytesOfAll;

  FormBodies(Bounds bounds) {
    this.bounds = bounds;
  }

  /** Receives the outcome of one body, once, in the thread that reads the socket. */
  interface Outcome {
    /** The body is complete; its account is kept until it is released. */
    void complete(Body body);

    /** The body is refused; it is not read any further, and its account is closed. */
    void refused(Failure failure);
  }

  /**
   * Begins to read a body; call it in the thread that reads the socket.
   *
   * @throws Failure if the body is too large by its own account
   * @throws OverloadedException if too many bodies of this client or of all are under way
   */
  void read(HttpServerExchange exchange, String client, Outcome outcome) {
    if (announced(exchange) > bounds.bytesMax()) {
      throw tooLarge();
    }
    Body body = open(client);
    exchange.addExchangeCompleteListener(
        (completed, next) -> {
          body.release();
          next.proceed();
        });
    Reading reading = new Reading(exchange, body, outcome);
    reading.watch();
    exchange
        .getRequestReceiver()
        .receivePartialBytes(
            (received, bytes, last) -> reading.add(bytes, last),
            (Receiver.ErrorCallback)
                (failed, e) -> reading.refuse(new Failure(400, "request.body")));
  }

  private static long announced(HttpServerExchange exchange) {
    String length = exchange.getRequestHeaders().getFirst(Headers.CONTENT_LENGTH);
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException e) {
      throw new Failure(400, "request.length");
    }
  }

  private static Failure tooLarge() {
    return new Failure(413, "request.large");
  }

  private Body open(String name) {
    synchronized (clients) {
      Client client = clients.computeIfAbsent(name, each -> new Client());
      if (client.bodies >= OF_CLIENT_MAX) {
        throw new OverloadedException("too many forms of one client are being read");
      }
      client.bodies++;
      return new Body(name, client);
    }
  }

  /** A body, and the account of its bytes. */
  final class Body {
    private final String name;
    private final Client client;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean released;

    private Body(String name, Client client) {
      this.name = name;
      this.client = client;
    }

    byte[] bytes() {
      return bytes.toByteArray();
    }

    private boolean add(byte[] more) {
      synchronized (clients) {
        if (client.bytes + more.length > bounds.bytesOfClientMax()
            || bytesOfAll + more.length > bounds.bytesOfAllMax()) {
          return false;
        }
        client.bytes += more.length;
        bytesOfAll += more.length;
      }
      bytes.writeBytes(more);
      return true;
    }

    /** Closes the account; further calls do nothing. */
    private void release() {
      synchronized (clients) {
        if (!released) {
          released = true;
          client.bodies--;
          client.bytes -= bytes.size();
          bytesOfAll -= bytes.size();
          if (client.bodies == 0) {
            clients.remove(name);
          }
        }
      }
    }
  }

  /** One body being read. Used by the thread that reads its socket. */
  private final class Reading {
    private final HttpServerExchange exchange;
    private final Body body;
    private final Outcome outcome;
    private final long startNanos = System.nanoTime();
    private XnioExecutor.Key check;
    private boolean ended;

    Reading(HttpServerExchange exchange, Body body, Outcome outcome) {
      this.exchange = exchange;
      this.body = body;
      this.outcome = outcome;
    }

    void watch() {
      check =
          exchange
              .getIoThread()
              .executeAfter(this::checkRate, CHECK.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void checkRate() {
      if (ended) {
        return;
      }
      Duration passed = Duration.ofNanos(System.nanoTime() - startNanos);
      Duration counted = passed.minus(bounds.grace());
      if (passed.compareTo(bounds.time()) > 0
          || body.bytes.size() < counted.toMillis() * bounds.bytesPerSecondMin() / 1000) {
        refuse(new Failure(408, "request.slow"));
      } else {
        watch();
      }
    }

    void add(byte[] more, boolean last) {
      if (ended) {
        return;
      }
      if (body.bytes.size() + (long) more.length > bounds.bytesMax()) {
        refuse(tooLarge());
      } else if (!body.add(more)) {
        refuse(new Failure(503, "request.many"));
      } else if (last) {
        end();
        outcome.complete(body);
      }
    }

    void refuse(Failure failure) {
      if (!ended) {
        end();
        body.release();
        outcome.refused(failure);
      }
    }

    private void end() {
      ended = true;
      check.remove();
    }
  }
}
