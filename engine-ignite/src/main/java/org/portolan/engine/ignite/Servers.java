package org.portolan.engine.ignite;

import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.portolan.engine.UnavailableException;

/**
 * The servers that the URI names, of which some may be down. Who finds that one does not answer
 * says so; from then on nobody asks it, until a connection made in the background shows that it is
 * back. Thread-safe.
 */
final class Servers implements AutoCloseable {
  private static final long RECONNECT_MS = 500;
  private static final int RECONNECTING_MAX = 4;

  private final IgniteUri uri;
  private final Connector connector;
  private final List<Server> servers;
  private final AtomicInteger next = new AtomicInteger();
  private final ScheduledThreadPoolExecutor background;

  /**
   * Connects to all servers that answer.
   *
   * @throws UnavailableException if none does
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
    ClientException last = null;
    for (Server server : servers) {
      try {
        server.connect(connector);
      } catch (ClientException failure) {
        last = failure;
        reconnectLater(server);
      }
    }
    if (servers.stream().noneMatch(Server::isUp)) {
      close();
      throw noneAnswers(last);
    }
  }

  private UnavailableException noneAnswers(ClientException failure) {
    return new UnavailableException(
        "cannot connect to the cluster of "
            + uri.text()
            + (failure == null ? "" : ": " + failure.getMessage())
            + "; see that its servers run and listen for thin clients at these addresses",
        failure);
  }

  /**
   * Returns a server that is up, each time the next one.
   *
   * @throws UnavailableException if none is
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
   * Reads, and reads again from another server where a connection breaks. A server that did not
   * answer in time has used up the time there was.
   *
   * @throws ClientException if it failed otherwise, or if all servers broke off
   * @throws UnavailableException if none is up
   */
  <T> T read(Function<IgniteClient, T> work) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(uri.timeoutMs());
    for (int attempt = 1; ; attempt++) {
      Server server = any();
      IgniteClient client = server.reader();
      if (client == null) {
        continue;
      }
      try {
        return work.apply(client);
      } catch (ClientException failure) {
        if (!Failures.isOfConnection(failure)) {
          throw failure;
        }
        down(server);
        if (attempt == servers.size() || System.nanoTime() - end > 0) {
          throw failure;
        }
      }
    }
  }

  /** To be called by who found that a server does not answer. */
  void down(Server server) {
    List<IgniteClient> broken = server.down();
    if (!broken.isEmpty()) {
      broken.forEach(Connector::close);
      reconnectLater(server);
    }
  }

  private void reconnectLater(Server server) {
    var unused = background.schedule(() -> reconnect(server), RECONNECT_MS, TimeUnit.MILLISECONDS);
  }

  private void reconnect(Server server) {
    try {
      server.connect(connector);
    } catch (ClientException stillDown) {
      reconnectLater(server);
      return;
    }
    if (background.isShutdown()) {
      server.down().forEach(Connector::close);
    }
  }

  /** Gives up what is being connected and closes what is. */
  @Override
  public void close() {
    background.shutdownNow();
    servers.forEach(server -> server.down().forEach(Connector::close));
  }
}
