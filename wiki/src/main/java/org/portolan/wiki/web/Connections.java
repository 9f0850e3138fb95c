package org.portolan.wiki.web;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.xnio.ChannelListener;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;

/**
 * Counts the connections of each client, and closes what is beyond the limit at once: whoever holds
 * very many would otherwise leave none for others. Thread-safe.
 */
final class Connections implements ChannelListener<StreamConnection> {
  private final int ofClientMax;
  private final ChannelListener<? super StreamConnection> opened;
  private final Map<String, Integer> counts = new HashMap<>();

  /**
   * @param opened serves the connections that are accepted
   */
  Connections(int ofClientMax, ChannelListener<? super StreamConnection> opened) {
    this.ofClientMax = ofClientMax;
    this.opened = opened;
  }

  @Override
  public void handleEvent(StreamConnection connection) {
    String client = client(connection);
    if (!enter(client)) {
      IoUtils.safeClose(connection);
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

  private static String client(StreamConnection connection) {
    return connection.getPeerAddress() instanceof InetSocketAddress peer
            && peer.getAddress() != null
        ? Clients.name(peer.getAddress())
        : "";
  }

  private boolean enter(String client) {
    synchronized (counts) {
      int count = counts.getOrDefault(client, 0);
      if (count < ofClientMax) {
        counts.put(client, count + 1);
      }
      return count < ofClientMax;
    }
  }

  private void leave(String client, AtomicBoolean left) {
    if (left.compareAndSet(false, true)) {
      synchronized (counts) {
        counts.computeIfPresent(client, (name, count) -> count > 1 ? count - 1 : null);
      }
    }
  }
}
