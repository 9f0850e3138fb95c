package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.apache.ignite.client.ClientException;
import org.portolan.engine.UnavailableException;

/**
 * The servers that the URI names; some may be down. While all are up, reads use clients that know
 * which server has a row. When a connection fails, these clients are closed, and reads go to any
 * server that is up, by its own connections. A caller that gets no answer from a server marks it as
 * down. After that no read asks this server, until a connection made in the background shows that
 * it is back. Thread-safe.
 */
final class Servers implements AutoCloseable {
  private static final long RECONNECT_MS = 500;
  private static final int RECONNECTING_MAX = 4;

  /**
   * One thread serves all connections of a client, so one client does not keep the servers busy if
   * this machine has processors for more. If it has not, a second client only costs switches
   * between threads.
   */
  private static final int AWARE = Runtime.getRuntime().availableProcessors() < 4 ? 1 : 2;

  private final IgniteUri uri;
  private final Connector connector;
  private final List<Server> servers;
  private final AtomicInteger next = new AtomicInteger();
  private final ScheduledThreadPoolExecutor background;

  /** The clients that know where rows are; none while a server is down. */
  private final AtomicReference<List<Connection>> aware = new AtomicReference<>(List.of());

  /**
   * Connects to all servers that answer.
   *
   * @throws UnavailableException if no server answers
   */
  Servers(IgniteUri uri, Connector connector) {
    this.uri = uri;
    this.connector = connector;
    servers = uri.addresses().stream().map(Server::new).toList();
    background =
        new ScheduledThreadPoolExecutor(
            Math.min(RECONNECTING_MAX, servers.size()),
            work -> {
              Thread thread = new Thread(work, "portolan-ignite-reconnect");
              thread.setDaemon(true);
              return thread;
            },
            (work, closed) -> {});
    RuntimeException last = null;
    for (Server server : servers) {
      try {
        server.connect(connector);
      } catch (RuntimeException failure) {
        last = failure;
        reconnectLater(server);
      }
    }
    if (servers.stream().noneMatch(Server::isUp)) {
      close();
      throw noneAnswers(last);
    }
    becomeAware();
  }

  private UnavailableException noneAnswers(RuntimeException failure) {
    return new UnavailableException(
        "cannot connect to the cluster of "
            + uri.text()
            + (failure == null ? "" : ": " + failure.getMessage())
            + "; check that its servers run and listen for thin clients at these addresses",
        failure);
  }

  /**
   * Returns a server that is up, a different one each time.
   *
   * @throws UnavailableException if no server is up
   */
  Server any() {
    int first = Math.floorMod(next.getAndIncrement(), servers.size());
    for (int step = 0; step < servers.size(); step++) {
      Server server = servers.get((first + step) % servers.size());
      if (server.isUp()) {
        return server;
      }
    }
    throw noneAnswers(null);
  }

  /**
   * Reads, and reads again from another server if a connection breaks. If a server did not answer
   * in time, no time is left for another.
   *
   * @throws ClientException if the read failed otherwise, or the connections to all servers broke
   * @throws UnavailableException if no server is up
   */
  <T> T read(Function<Connection, T> work) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(uri.timeoutMs());
    List<Connection> knowing = aware.get();
    if (!knowing.isEmpty()) {
      try {
        Connection client = knowing.get(Math.floorMod(next.getAndIncrement(), knowing.size()));
        return read(work, client, end);
      } catch (ClientException failure) {
        if (!Failures.isOfConnection(failure) || Failures.isInterruption(failure)) {
          throw failure;
        }
        giveUp(knowing);
        if (System.nanoTime() - end > 0) {
          throw failure;
        }
      }
    }
    return readFromOne(work, end);
  }

  /** Like {@link #read}, by a client that is connected to one server only. */
  <T> T readFromOne(Function<Connection, T> work) {
    return readFromOne(work, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(uri.timeoutMs()));
  }

  private <T> T readFromOne(Function<Connection, T> work, long end) {
    for (int attempt = 1; ; attempt++) {
      Server server = any();
      Connection client = server.reader();
      if (client == null) {
        continue;
      }
      try {
        return read(work, client, end);
      } catch (ClientException failure) {
        if (!Failures.isOfConnection(failure) || Failures.isInterruption(failure)) {
          throw failure;
        }
        down(server);
        if (attempt == servers.size() || System.nanoTime() - end > 0) {
          throw failure;
        }
      }
    }
  }

  /** Reads, and reads again while a server waits for another that is leaving. */
  private static <T> T read(Function<Connection, T> work, Connection client, long end) {
    while (true) {
      try {
        return work.apply(client);
      } catch (ClientException failure) {
        if (!Failures.isOfLeaving(failure) || System.nanoTime() - end > 0) {
          throw failure;
        }
        Failures.awaitReconnection(failure, end);
      }
    }
  }

  /** Marks a server as down; call this if it does not answer. */
  void down(Server server) {
    List<Connection> broken = server.down();
    if (!broken.isEmpty()) {
      broken.forEach(Connection::close);
      reconnectLater(server);
    }
  }

  private void giveUp(List<Connection> knowing) {
    if (!knowing.isEmpty() && aware.compareAndSet(knowing, List.of())) {
      knowing.forEach(Connection::close);
      becomeAwareLater();
    }
  }

  private void becomeAwareLater() {
    var unused = background.schedule(this::becomeAware, RECONNECT_MS, TimeUnit.MILLISECONDS);
  }

  /**
   * Connects to all servers at once, if all are up; tried again when the last server is back. No
   * read waits for this.
   */
  private synchronized void becomeAware() {
    if (!aware.get().isEmpty()
        || servers.size() == 1
        || !servers.stream().allMatch(this::answers)) {
      return;
    }
    List<Connection> connected = new ArrayList<>(AWARE);
    try {
      while (connected.size() < AWARE) {
        connected.add(connector.connectToAll());
      }
    } catch (RuntimeException failure) {
      // Any exception: Ignite's client does not throw only its own ones.
      connected.forEach(Connection::close);
      becomeAwareLater();
      return;
    }
    List<Connection> knowing = List.copyOf(connected);
    aware.set(knowing);
    if (background.isShutdown()) {
      giveUp(knowing);
    }
  }

  /** Sends a server a small request to check that it is up; marks it as down if it is not. */
  private boolean answers(Server server) {
    Connection client = server.reader();
    if (client == null) {
      return false;
    }
    try {
      client.client().cluster().state();
      return true;
    } catch (RuntimeException failure) {
      down(server);
      return false;
    }
  }

  private void reconnectLater(Server server) {
    var unused = background.schedule(() -> reconnect(server), RECONNECT_MS, TimeUnit.MILLISECONDS);
  }

  /** Connects again, and retries later after any failure: nothing else brings the server back. */
  private void reconnect(Server server) {
    boolean connected = false;
    try {
      server.connect(connector);
      connected = true;
    } catch (RuntimeException stillDown) {
      // The finally block schedules a retry.
    } finally {
      if (!connected) {
        reconnectLater(server);
      }
    }
    if (!connected) {
      return;
    }
    if (background.isShutdown()) {
      server.down().forEach(Connection::close);
    }
    becomeAware();
  }

  /** Gives up connection attempts and closes all connections. */
  @Override
  public void close() {
    background.shutdownNow();
    giveUp(aware.get());
    servers.forEach(server -> server.down().forEach(Connection::close));
  }
}
