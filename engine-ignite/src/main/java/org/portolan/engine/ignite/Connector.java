package org.portolan.engine.ignite;

import org.apache.ignite.Ignition;
import org.apache.ignite.client.ClientRetryNonePolicy;
import org.apache.ignite.client.ClientRetryReadPolicy;
import org.apache.ignite.configuration.ClientConfiguration;
import org.apache.ignite.logger.NullLogger;

/** Makes clients. Thread-safe. */
class Connector {
  private static final long HEARTBEAT_MS = 2_000;

  private final IgniteUri uri;

  Connector(IgniteUri uri) {
    this.uri = uri;
  }

  /**
   * Returns a client with one connection to one server, without retries.
   *
   * @throws ClientException if the server does not answer
   */
  Connection connect(String address) {
    return new Connection(
        Ignition.startClient(configuration(address).setRetryPolicy(new ClientRetryNonePolicy())));
  }

  /**
   * Returns a client with one connection at a time, to any of the servers. It is slow to notice
   * that a server is gone, but then continues with another by itself.
   *
   * @throws ClientException if no server answers
   */
  Connection connectToAny() {
    return new Connection(
        Ignition.startClient(
            configuration(uri.addresses().toArray(new String[0]))
                .setRetryPolicy(new ClientRetryReadPolicy())));
  }

  /**
   * Returns a client with a connection to each server, which asks the server that has the row,
   * without retries. Stop using it after a connection has failed, see {@link Server}.
   *
   * @throws ClientException if no server answers
   */
  Connection connectToAll() {
    return new Connection(
        Ignition.startClient(
            configuration(uri.addresses().toArray(new String[0]))
                .setPartitionAwarenessEnabled(true)
                .setRetryPolicy(new ClientRetryNonePolicy())));
  }

  private ClientConfiguration configuration(String... addresses) {
    return new ClientConfiguration()
        .setAddresses(addresses)
        .setPartitionAwarenessEnabled(false)
        .setClusterDiscoveryEnabled(false)
        .setRequestTimeout(uri.timeoutMs())
        .setHandshakeTimeout(uri.timeoutMs())
        .setHeartbeatEnabled(true)
        .setHeartbeatInterval(HEARTBEAT_MS)
        .setLogger(new NullLogger());
  }
}
