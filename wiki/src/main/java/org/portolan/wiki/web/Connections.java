package org.portolan.wiki.web;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.xnio.ChannelListener;
import org.xnio.IoUtils;
import org.xnio.Options;
import org.xnio.StreamConnection;

/**
 * Counts the connections of each client, and closes what is beyond the limits at once. Whoever
 * holds very many would otherwise leave none for others; whoever opens very many one after another
 * would keep the threads of the sockets busy, which serve new connections before old ones.
 * Thread-safe.
 */
final class Connections implements ChannelListener<StreamConnection> {
  /** A client may have so many connections, and may open so many at once. */
  static final int OF_CLIENT_MAX = 1_000;

  /** A client may open so many connections a second for long. */
  static final int PER_SECOND_MAX = 200;

  private static final int CLIENTS_SWEPT = 1_000;

  private final ChannelListener<? super StreamConnection> opened;
  private final LongSupplier nanoTime;
  private final Map<String, Client> clients = new HashMap<>();

  /** The connections of a client: how many are open, and how many more it may open now. */
  private static final class Client {
    int open;
    double permitted = OF_CLIENT_MAX;
    long asOf;

    Client(long now) {
      asOf = now;
    }

    double permitted(long now) {
      permitted = Math.min(OF_CLIENT_MAX, permitted + (now - asOf) / 1e9 * PER_SECOND_MAX);
      asOf = now;
      return permitted;
    }
  }

  /**
   * @param opened serves the connections that are accepted
   */
  Connections(ChannelListener<? super StreamConnection> opened) {
    this(opened, System::nanoTime);
  }

  /** For tests that say what time it is. */
  Connections(ChannelListener<? super StreamConnection> opened, LongSupplier nanoTime) {
    this.opened = opened;
    this.nanoTime = nanoTime;
  }

  @Override
  public void handleEvent(StreamConnection connection) {
    String client = client(connection);
    if (!enter(client)) {
      refuse(connection);
      return;
    }
    AtomicBoolean left = new AtomicBoolean();
    try {
      opened.handleEvent(connection);
    } finally {
      // Set after the server has set its own, which is called too.
      ChannelListener<? super StreamConnection> own = connection.getCloseListener();
      connection.setCloseListener(
          closed -> {
            leave(client, left);
            if (own != null) {
              own.handleEvent(closed);
            }
          });
      if (!connection.isOpen()) {
        leave(client, left);
      }
    }
  }

  /** Resets a connection: one that is closed in order stays in the kernel's tables for a minute. */
  private static void refuse(StreamConnection connection) {
    try {
      connection.setOption(Options.CLOSE_ABORT, true);
    } catch (IOException e) {
      // The client has reset it already.
    }
    IoUtils.safeClose(connection);
  }

  private static String client(StreamConnection connection) {
    return connection.getPeerAddress() instanceof InetSocketAddress peer
            && peer.getAddress() != null
        ? Clients.name(peer.getAddress())
        : "";
  }

  /** Returns whether a client may have another connection, and counts it. */
  boolean enter(String name) {
    long now = nanoTime.getAsLong();
    synchronized (clients) {
      if (clients.size() >= CLIENTS_SWEPT) {
        clients.values().removeIf(each -> each.open == 0 && each.permitted(now) >= OF_CLIENT_MAX);
      }
      Client client = clients.computeIfAbsent(name, any -> new Client(now));
      boolean may = client.open < OF_CLIENT_MAX && client.permitted(now) >= 1;
      if (may) {
        client.open++;
        client.permitted--;
      }
      return may;
    }
  }

  private void leave(String client, AtomicBoolean left) {
    if (left.compareAndSet(false, true)) {
      leave(client);
    }
  }

  void leave(String name) {
    synchronized (clients) {
      clients.get(name).open--;
    }
  }
}
