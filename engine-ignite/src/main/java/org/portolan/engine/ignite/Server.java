package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ignite.client.ClientException;

/**
 * One server as this process sees it: up with a few clients that all reads share, or down.
 * Thread-safe.
 *
 * <p>Each client has one connection, to this server and no other. Ignite's client can look after
 * several servers itself, but all its connections are served by one thread, which sleeps for a
 * second after each refused attempt to connect (2.18.0, {@code GridNioServer}); with one server
 * dead, the answers of the living ones are then not read for minutes.
 */
final class Server {
  /** One does not keep the server busy: what comes by one connection is served in order. */
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
   * Connects, which makes it up.
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

  /** Returns a client for reads, null if it is down. */
  Connection reader() {
    List<Connection> present = readers;
    return present.isEmpty()
        ? null
        : present.get(Math.floorMod(next.getAndIncrement(), present.size()));
  }

  /** Makes it down; returns the clients to be closed, none if somebody else has done so. */
  synchronized List<Connection> down() {
    List<Connection> present = readers;
    readers = List.of();
    return present;
  }
}
