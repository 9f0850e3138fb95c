package org.portolan.bench.client;

import org.apache.ignite.Ignition;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.configuration.ClientConfiguration;
import org.apache.ignite.logger.NullLogger;
import org.portolan.engine.adapter.ClusterUri;

/** Ignite's own thin clients, partition aware, on the servers of a store. */
public final class IgniteClients {
  private static final int PORT_DEFAULT = 10_800;

  private IgniteClients() {}

  public static IgniteClient open(ClusterUri address) {
    return Ignition.startClient(
        new ClientConfiguration()
            .setAddresses(
                address.hosts().stream()
                    .map(host -> host.withPort(PORT_DEFAULT))
                    .toArray(String[]::new))
            .setPartitionAwarenessEnabled(true)
            .setLogger(new NullLogger()));
  }
}
