package org.portolan.engine.ignite;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.ClientRetryReadPolicy;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.configuration.ClientConfiguration;
import org.apache.ignite.logger.NullLogger;
import org.portolan.engine.UnavailableException;

/**
 * The connections of a store: a few clients that all reads share, each connected to every server
 * and asking the one that has the row; and a bounded pool of clients with one connection each for
 * transactions. Only reads are repeated by the client when a connection fails. Thread-safe.
 */
final class Connections implements AutoCloseable {
  /** One does not keep the servers busy: each of its connections is served in order. */
  private static final int READERS = 2;

  private static final long HEARTBEAT_MS = 2_000;

  private final IgniteUri uri;
  private final List<IgniteClient> readers = new ArrayList<>();
  private final AtomicInteger nextReader = new AtomicInteger();
  private final AtomicInteger nextConnection = new AtomicInteger();
  private final Semaphore permits;
  private final Deque<Connection> idle = new ArrayDeque<>();

  /**
   * @throws UnavailableException if no server answers
   */
  Connections(IgniteUri uri) {
    this.uri = uri;
    permits = new Semaphore(uri.connections(), true);
    try {
      for (int number = 0; number < READERS; number++) {
        readers.add(connect(number, true));
      }
    } catch (UnavailableException failure) {
      close();
      throw failure;
    }
  }

  private IgniteClient connect(int number, boolean toEveryServer) {
    ClientConfiguration configuration =
        new ClientConfiguration()
            .setAddresses(uri.addressesFrom(number))
            .setPartitionAwarenessEnabled(toEveryServer)
            .setClusterDiscoveryEnabled(toEveryServer)
            .setRequestTimeout(uri.timeoutMs())
            .setHandshakeTimeout(uri.timeoutMs())
            .setRetryPolicy(new ClientRetryReadPolicy())
            .setHeartbeatEnabled(true)
            .setHeartbeatInterval(HEARTBEAT_MS)
            .setLogger(new NullLogger());
    try {
      return Ignition.startClient(configuration);
    } catch (ClientException failure) {
      throw new UnavailableException(
          "cannot connect to the cluster of "
              + uri.text()
              + ": "
              + failure.getMessage()
              + "; see that its servers run and listen for thin clients at these addresses",
          failure);
    }
  }

  /** Returns how long one request may take, in milliseconds. */
  int timeoutMs() {
    return uri.timeoutMs();
  }

  /** Returns a client for reads outside of transactions. */
  IgniteClient reader() {
    return readers.get(Math.floorMod(nextReader.getAndIncrement(), READERS));
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
      Connection connection;
      synchronized (idle) {
        connection = idle.pollFirst();
      }
      if (connection == null) {
        connection = new Connection(connect(nextConnection.getAndIncrement(), false));
      }
      connected = true;
      return connection;
    } finally {
      if (!connected) {
        permits.release();
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
      close(connection.client());
    }
    permits.release();
  }

  @Override
  public void close() {
    readers.forEach(Connections::close);
    synchronized (idle) {
      idle.forEach(connection -> close(connection.client()));
      idle.clear();
    }
  }

  private static void close(IgniteClient client) {
    try {
      client.close();
    } catch (ClientException gone) {
      // The server it was connected to is gone, which is what was wanted.
    }
  }
}
