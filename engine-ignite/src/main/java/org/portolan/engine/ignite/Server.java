package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ignite.client.ClientException;

/**
 * One server as this process sees it: up, with a few clients that all reads share, or down.
 * Thread-safe.
 *
 * <p>Each client has one connection, to this server only. Ignite's client can have connections to
 * several servers, but one thread serves all of them, and it sleeps for a second after each refused
 * attempt to connect (2.18.0, {@code GridNioServer}). With one server dead, it then does not read
 * the answers of the others for minutes.
 */
final class Server {
  /** One client does not keep the server busy: requests of one connection are served in order. */
  private static final int READERS = 2;

  private final String address;
  private final AtomicInteger next = new AtomicInteger();
  private volatile List<Connection> readers = List.of();

  Server(String address) {
    this.address = address;
  }

  String address() {
    return address;
  }

  boolean isUp() {
    return !readers.isEmpty();
  }

  /**
   * Connects; the server is then up.
   *
   * @throws RuntimeException if it does not answer; mostly a {@link ClientException}
   */
  void connect(Connector connector) {
    List<Connection> connected = new ArrayList<>(READERS);
    try {
      while (connected.size() < READERS) {
        connected.add(connector.connect(address));
      }
    } catch (RuntimeException failure) {
      connected.forEach(Connection::close);
      throw failure;
    }
    readers = List.copyOf(connected);
  }

  /** Returns a client for reads; null if the server is down. */
  Connection reader() {
    List<Connection> present = readers;
    return present.isEmpty()
        ? null
        : present.get(Math.floorMod(next.getAndIncrement(), present.size()));
  }

  /** Marks the server as down; returns the clients to close, none if it was already down. */
  synchronized List<Connection> down() {
    List<Connection> present = readers;
    readers = List.of();
    return present;
  }
}
