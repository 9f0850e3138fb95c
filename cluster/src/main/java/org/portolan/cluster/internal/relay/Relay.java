package org.portolan.cluster.internal.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Forwards TCP connections to targets and holds every piece of data for a time, in each direction:
 * so two servers that know each other by the relay's addresses are that far from one another. The
 * order stays, and the bandwidth is not limited. It delays data, not packets: connections are
 * accepted at once, and TCP's own behaviour over a long line does not appear.
 *
 * <p>Each end of a connection sees what the other end does, later: an end of the data, after which
 * the other direction goes on, or a reset. If nothing listens at a target, the connection is reset
 * after one round trip.
 *
 * <p>Each connection takes four threads, and at most {@code 4 MiB} of data on their way in each
 * direction; if so much is on its way, the sender waits.
 *
 * <p>Thread-safe. {@link #close} ends everything at once.
 */
public final class Relay implements AutoCloseable {
  private static final int CONNECT_MILLIS_MAX = 5_000;
  private static final long AFTER_FAILURE_MILLIS = 100;

  /**
   * A way through the relay.
   *
   * @param listen where the relay accepts connections: an address of loopback; port 0 for any
   * @param target where it connects to
   */
  public record Route(InetSocketAddress listen, InetSocketAddress target) {}

  private final long distanceNanos;
  private final Consumer<String> log;
  private final List<ServerSocket> listening = new ArrayList<>();
  private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
  private final AtomicLong accepted = new AtomicLong();
  private final CountDownLatch closed = new CountDownLatch(1);

  private Relay(Duration distance, Consumer<String> log) {
    this.distanceNanos = distance.toNanos();
    this.log = log;
  }

  /**
   * Starts a relay; when this returns, it listens on all its addresses.
   *
   * @param distance how long data are held in each direction, 0 or more
   * @param log receives a line for each event that a reader of a log wants, from any thread
   * @throws IllegalArgumentException if the distance is negative, or an address is not loopback
   * @throws IOException if an address cannot be listened on; then no other one is
   */
  public static Relay start(Duration distance, List<Route> routes, Consumer<String> log)
      throws IOException {
    if (distance.isNegative()) {
      throw new IllegalArgumentException("the distance must not be negative: " + distance);
    }
    for (Route route : routes) {
      if (route.listen().isUnresolved() || !route.listen().getAddress().isLoopbackAddress()) {
        throw new IllegalArgumentException(
            "the relay listens on loopback only, not on " + route.listen());
      }
    }
    Relay relay = new Relay(distance, log);
    try {
      for (Route route : routes) {
        relay.listen(route);
      }
    } catch (IOException | RuntimeException failure) {
      relay.close();
      throw failure;
    }
    for (int place = 0; place < routes.size(); place++) {
      relay.startAccepting(relay.listening.get(place), routes.get(place).target());
    }
    return relay;
  }

  private void listen(Route route) throws IOException {
    ServerSocket socket = new ServerSocket();
    listening.add(socket);
    try {
      socket.setReuseAddress(true);
      socket.bind(route.listen());
    } catch (IOException failure) {
      throw new IOException(
          "could not listen on " + text(route.listen()) + ": " + failure.getMessage(), failure);
    }
    log.accept(
        "listens on "
            + text(socket.getLocalSocketAddress())
            + " for "
            + text(route.target())
            + ", one way takes "
            + distanceNanos / 1e6
            + " ms");
  }

  /** Returns the addresses on which it listens, in the order of the routes, with their ports. */
  public List<InetSocketAddress> addresses() {
    return listening.stream()
        .map(socket -> (InetSocketAddress) socket.getLocalSocketAddress())
        .toList();
  }

  /** Returns the number of connections that have not ended. */
  public int connections() {
    return connections.size();
  }

  private void startAccepting(ServerSocket socket, InetSocketAddress target) {
    start("accepts for " + text(target), () -> accept(socket, target));
  }

  private void accept(ServerSocket listener, InetSocketAddress target) {
    AtomicBoolean isThere = new AtomicBoolean(true);
    while (closed.getCount() > 0) {
      try {
        Socket near = listener.accept();
        String name = "connection " + accepted.incrementAndGet() + " to " + text(target);
        start(name, () -> connect(name, near, target, isThere));
      } catch (IOException failure) {
        if (!isClosedWithin(AFTER_FAILURE_MILLIS * 1_000_000)) {
          log.accept("could not accept a connection to " + text(target) + ": " + failure);
        }
      }
    }
  }

  /**
   * Connects an accepted connection to its target.
   *
   * @param isThere whether the target accepted the last connection: a reader of the log wants to
   *     know when that changes, and servers try again every second
   */
  private void connect(String name, Socket near, InetSocketAddress target, AtomicBoolean isThere) {
    Socket far = new Socket();
    try {
      near.setTcpNoDelay(true);
      far.setTcpNoDelay(true);
      far.connect(target, CONNECT_MILLIS_MAX);
    } catch (IOException failure) {
      if (isThere.getAndSet(false)) {
        log.accept(text(target) + " does not accept connections: " + failure.getMessage());
      }
      Connection.close(far);
      boolean unused = isClosedWithin(2 * distanceNanos);
      Connection.resetOnClose(near);
      Connection.close(near);
      return;
    }
    if (!isThere.getAndSet(true)) {
      log.accept(text(target) + " accepts connections again");
    }
    Connection connection = new Connection(name, near, far, distanceNanos, connections::remove);
    connections.add(connection);
    connection.start();
    if (closed.getCount() == 0) {
      connection.reset();
    }
  }

  /** Ends all connections by a reset and listens no more; returns at once. */
  @Override
  public void close() {
    closed.countDown();
    for (ServerSocket socket : listening) {
      try {
        socket.close();
      } catch (IOException isClosed) {
        log.accept("could not close " + socket + ": " + isClosed);
      }
    }
    connections.forEach(Connection::reset);
  }

  /** Waits until the relay is closed. */
  void awaitClosed() throws InterruptedException {
    closed.await();
  }

  private boolean isClosedWithin(long nanos) {
    try {
      return closed.await(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException isEnding) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static void start(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static String text(SocketAddress address) {
    return address instanceof InetSocketAddress inet
        ? inet.getAddress().getHostAddress() + ":" + inet.getPort()
        : String.valueOf(address);
  }
}
