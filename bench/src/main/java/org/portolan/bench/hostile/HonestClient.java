package org.portolan.bench.hostile;

import java.io.IOException;
import org.portolan.bench.hostile.Seen.End;
import org.portolan.bench.hostile.attack.Wire;

/**
 * A browser: it keeps its connection, opens another one now and then, and once more if the server
 * has closed it meanwhile. Used by one thread.
 */
final class HonestClient {
  static final String ADDRESS = "127.0.0.1";
  private static final int READ_MILLIS_MAX = 60_000;
  private static final int REQUESTS_PER_CONNECTION = 20;

  private final int port;
  private Wire wire;
  private int requests;
  private long connectingNanos;

  HonestClient(int port) {
    this.port = port;
  }

  /** Requests a path; a connection that the server has ended meanwhile is replaced. */
  Wire.Answer fetch(String path) throws IOException {
    return exchange(open -> open.fetch(path));
  }

  /** Sends a form, on a new connection: a form must not be sent twice. */
  Wire.Answer submit(String path, String body) throws IOException {
    close();
    return exchange(open -> open.submit(path, body));
  }

  private interface Exchange {
    Wire.Answer on(Wire open) throws IOException;
  }

  /**
   * Returns how long the last request waited for a connection: a kernel whose queue of connections
   * is full lets a new one wait for seconds.
   */
  long connectingNanos() {
    return connectingNanos;
  }

  private Wire.Answer exchange(Exchange exchange) throws IOException {
    connectingNanos = 0;
    boolean used = wire != null && requests < REQUESTS_PER_CONNECTION;
    try {
      return once(exchange, used);
    } catch (IOException e) {
      close();
      if (!used) {
        throw e;
      }
      return once(exchange, false);
    }
  }

  private Wire.Answer once(Exchange exchange, boolean used) throws IOException {
    if (!used) {
      close();
      long start = System.nanoTime();
      try {
        wire = new Wire(ADDRESS, port, READ_MILLIS_MAX);
      } finally {
        connectingNanos += System.nanoTime() - start;
      }
    }
    requests++;
    Wire.Answer answer = exchange.on(wire);
    if (answer.header("Connection").filter("close"::equalsIgnoreCase).isPresent()) {
      close();
    }
    return answer;
  }

  private void close() {
    try {
      if (wire != null) {
        wire.close();
      }
    } catch (IOException e) {
      // It is given up.
    }
    wire = null;
    requests = 0;
  }

  /** Returns the end of a request that was answered otherwise than it should have been. */
  static End other(Wire.Answer answer) {
    return switch (answer.status()) {
      case 503 -> End.REFUSED;
      case 200, 404 -> End.WRONG;
      default -> End.FAILED;
    };
  }
}
