package org.portolan.engine.ignite;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.portolan.engine.UnavailableException;

/**
 * The connections of a store: those that all reads share, a bounded pool with one for each
 * transaction, and one for the tables. Thread-safe.
 */
final class Connections implements AutoCloseable {
  private final IgniteUri uri;
  private final Connector connector;
  private final Servers servers;
  private final IgniteClient ofTables;
  private final Semaphore permits;
  private final Deque<Connection> idle = new ArrayDeque<>();

  /**
   * @throws UnavailableException if no server answers
   */
  Connections(IgniteUri uri) {
    this.uri = uri;
    permits = new Semaphore(uri.connections(), true);
    connector = new Connector(uri);
    servers = new Servers(uri, connector);
    try {
      ofTables = connector.connectToAny();
    } catch (ClientException failure) {
      servers.close();
      throw new UnavailableException(
          "cannot connect to the cluster of " + uri.text() + ": " + failure.getMessage(), failure);
    }
  }

  /** Returns how long one request may take, in milliseconds. */
  int timeoutMs() {
    return uri.timeoutMs();
  }

  /** Returns the client that tables are listed, made and dropped with, and keys are built with. */
  IgniteClient ofTables() {
    return ofTables;
  }

  /** Reads outside of transactions, see {@link Servers#read}. */
  <T> T read(Function<IgniteClient, T> work) {
    return servers.read(work);
  }

  /**
   * Returns a connection for one transaction, to be given back.
   *
   * @throws UnavailableException if all are in use for as long as a request may take, or no server
   *     answers
   */
  Connection borrow() {
    boolean permitted;
    try {
      permitted = permits.tryAcquire(uri.timeoutMs(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("interrupted while waiting for a connection", stop);
    }
    if (!permitted) {
      throw new UnavailableException(
          "all "
              + uri.connections()
              + " connections of "
              + uri.text()
              + " were in use for "
              + uri.timeoutMs()
              + " ms; allow more with connections=N");
    }
    boolean connected = false;
    try {
      Connection connection = idle();
      if (connection == null) {
        connection = connect();
      }
      connected = true;
      return connection;
    } finally {
      if (!connected) {
        permits.release();
      }
    }
  }

  /** Returns the idle connection that was used last of those whose servers are up, or null. */
  private Connection idle() {
    while (true) {
      Connection connection;
      synchronized (idle) {
        connection = idle.pollFirst();
      }
      if (connection == null || connection.server().isUp()) {
        return connection;
      }
      Connector.close(connection.client());
    }
  }

  /** Ends, since each attempt that fails leaves one server less. */
  private Connection connect() {
    while (true) {
      Server server = servers.any();
      try {
        return new Connection(server, connector.connect(server.address()));
      } catch (ClientException failure) {
        servers.down(server);
      }
    }
  }

  /**
   * Takes a connection back.
   *
   * @param healthy whether it can be used again
   */
  void giveBack(Connection connection, boolean healthy) {
    if (healthy) {
      synchronized (idle) {
        idle.addFirst(connection);
      }
    } else {
      Connector.close(connection.client());
    }
    permits.release();
  }

  /** To be called by who found that the server of a connection does not answer. */
  void down(Connection connection) {
    servers.down(connection.server());
  }

  @Override
  public void close() {
    servers.close();
    Connector.close(ofTables);
    synchronized (idle) {
      idle.forEach(connection -> Connector.close(connection.client()));
      idle.clear();
    }
  }
}
