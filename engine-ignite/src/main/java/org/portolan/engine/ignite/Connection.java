package org.portolan.engine.ignite;

import org.apache.ignite.client.ClientClusterGroup;
import org.apache.ignite.client.IgniteClient;

/** A thin client, and what it remembers of the cluster. Thread-safe. */
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
   * Asks the server which servers are alive, itself included: one short request. To be asked of a
   * client of one server only.
   */
  ServersSeen serversSeen() {
    return ServersSeen.of(servers.nodes());
  }

  void close() {
    try {
      client.close();
    } catch (RuntimeException gone) {
      // The server it was connected to is gone, which is what was wanted.
    }
  }
}
