package org.portolan.engine.ignite;

import org.apache.ignite.client.ClientClusterGroup;
import org.apache.ignite.client.IgniteClient;

/**
 * A client with one connection, to one server at a time, and used by one thread at a time: Ignite
 * binds a transaction to its thread and connection.
 */
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

  /** Asks the server how many servers are alive, itself included: one short request. */
  int serversAlive() {
    return servers.nodes().size();
  }
}
