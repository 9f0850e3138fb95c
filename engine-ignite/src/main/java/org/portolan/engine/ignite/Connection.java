package org.portolan.engine.ignite;

import org.apache.ignite.client.ClientClusterGroup;
import org.apache.ignite.client.IgniteClient;

/**
 * A client with one connection, to one server, and used by one thread at a time: Ignite binds a
 * transaction to its thread and connection.
 */
final class Connection {
  private final Server server;
  private final IgniteClient client;
  private final ClientClusterGroup servers;

  Connection(Server server, IgniteClient client) {
    this.server = server;
    this.client = client;
    servers = client.cluster().forServers();
  }

  Server server() {
    return server;
  }

  IgniteClient client() {
    return client;
  }

  /** Asks the server how many servers are alive, itself included: one short request. */
  int serversAlive() {
    return servers.nodes().size();
  }
}
