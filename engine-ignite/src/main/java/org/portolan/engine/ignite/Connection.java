package org.portolan.engine.ignite;

import org.apache.ignite.client.ClientClusterGroup;
import org.apache.ignite.client.IgniteClient;

/** A thin client and its memory of the cluster. Thread-safe. */
final class Connection {
  private final IgniteClient client;
  private final ClientClusterGroup servers;

  Connection(IgniteClient client) {
    this.client = client;
    servers = client.cluster().forServers();
  }

  IgniteClient client() {
    return client;
  }

  /**
   * Asks the server which servers are alive, itself included: one short request. Call this only for
   * a client of one server.
   */
  ServersSeen serversSeen() {
    return ServersSeen.of(servers.nodes());
  }

  void close() {
    try {
      client.close();
    } catch (RuntimeException gone) {
      // The server of this connection is gone, so the connection is closed.
    }
  }
}
