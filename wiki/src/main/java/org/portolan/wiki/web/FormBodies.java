package org.portolan.wiki.web;

import io.undertow.server.Connectors;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.portolan.wiki.work.OverloadedException;
import org.xnio.XnioExecutor;
import org.xnio.channels.StreamSourceChannel;

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

  /** What one body may take of the thread that reads sockets, before others have their turn. */
  private static final int BYTES_AT_ONCE = 64 * 1024;

  private static final Duration TURN = Duration.ofMillis(5);

  /** How many times the longest body is read and forgotten, to be answered. */
  private static final int REFUSED_TIMES_MAX = 3;

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
    reading.begin();
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

  /** A body, and the account of its bytes. Its bytes are dropped with the account. */
  final class Body {
    private final String name;
    private final Client client;
    private ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int length;
    private boolean released;

    private Body(String name, Client client) {
      this.name = name;
      this.client = client;
    }

    /** Returns the text of a complete body; call it once, its bytes are not kept. */
    String text() {
      String text = bytes.toString(StandardCharsets.UTF_8);
      synchronized (clients) {
        length = bytes.size();
        bytes = null;
      }
      return text;
    }

    private int length() {
      return bytes == null ? length : bytes.size();
    }

    private boolean add(byte[] more, int count) {
      synchronized (clients) {
        if (released
            || client.bytes + count > bounds.bytesOfClientMax()
            || bytesOfAll + count > bounds.bytesOfAllMax()) {
          return false;
        }
        client.bytes += count;
        bytesOfAll += count;
      }
      bytes.write(more, 0, count);
      return true;
    }

    /** Closes the account; further calls do nothing. */
    private void release() {
      synchronized (clients) {
        if (!released) {
          released = true;
          client.bodies--;
          client.bytes -= length();
          bytesOfAll -= length();
          length = 0;
          bytes = null;
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
    private final StreamSourceChannel channel;
    private final Body body;
    private final Outcome outcome;
    private final long startNanos = System.nanoTime();
    private XnioExecutor.Key check;
    private boolean ended;
    private Failure refusal;
    private long refusedBytes;

    Reading(HttpServerExchange exchange, Body body, Outcome outcome) {
      this.exchange = exchange;
      this.channel = exchange.getRequestChannel();
      this.body = body;
      this.outcome = outcome;
    }

    /** Reads in the thread of the socket whenever something has arrived. */
    void begin() {
      if (exchange.isRequestComplete()) {
        end();
        outcome.complete(body);
        return;
      }
      channel.getReadSetter().set(ready -> inHandler());
      read();
    }

    private void inHandler() {
      if (!ended) {
        Connectors.executeRootHandler(reading -> read(), exchange);
      }
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
          || body.length() + refusedBytes
              < counted.toMillis() * bounds.bytesPerSecondMin() / 1000) {
        refuse(new Failure(408, "request.slow"));
      } else {
        watch();
      }
    }

    /** Reads some of what has arrived, and the rest in turn with other sockets. */
    private void read() {
      byte[] piece = new byte[BYTES_AT_ONCE];
      ByteBuffer buffer = ByteBuffer.wrap(piece);
      try {
        int count = channel.read(buffer);
        while (count > 0 && buffer.hasRemaining()) {
          count = channel.read(buffer);
        }
        take(piece, buffer.position(), count < 0);
        if (!ended) {
          channel.resumeReads();
          if (count > 0) {
            // The rest may be in a buffer already, so that no socket becomes ready for it.
            exchange
                .getIoThread()
                .executeAfter(this::inHandler, TURN.toMillis(), TimeUnit.MILLISECONDS);
          }
        }
      } catch (IOException e) {
        refuse(new Failure(400, "request.body"));
      }
    }

    private void take(byte[] piece, int count, boolean last) {
      if (refusal == null && body.length() + (long) count > bounds.bytesMax()) {
        discard(tooLarge());
      } else if (refusal == null && !body.add(piece, count)) {
        discard(new Failure(503, "request.many"));
      }
      if (refusal != null) {
        refusedBytes += count;
        if (last || refusedBytes > REFUSED_TIMES_MAX * bounds.bytesMax()) {
          refuse(refusal);
        }
      } else if (last) {
        end();
        outcome.complete(body);
      }
    }

    /**
     * Keeps nothing of the body any more, but reads on: a browser shows an answer only after it has
     * sent everything.
     */
    private void discard(Failure failure) {
      refusal = failure;
      body.release();
    }

    private void refuse(Failure failure) {
      if (!ended) {
        end();
        body.release();
        outcome.refused(refusal == null ? failure : refusal);
      }
    }

    private void end() {
      ended = true;
      check.remove();
      channel.getReadSetter().set(null);
      channel.suspendReads();
    }
  }
}
