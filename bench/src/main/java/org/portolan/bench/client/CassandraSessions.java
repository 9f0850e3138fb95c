package org.portolan.bench.client;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.portolan.engine.adapter.ClusterUri;

/** Sessions of Cassandra's own driver on the keyspace of a store. */
public final class CassandraSessions {
  private static final int PORT_DEFAULT = 9042;

  private CassandraSessions() {}

  /** Connects as the engine does: without {@code dc} to the data centre of the first host. */
  public static CqlSession open(ClusterUri address) {
    CqlSessionBuilder builder =
        CqlSession.builder().withKeyspace(CqlIdentifier.fromInternal(address.name()));
    for (ClusterUri.Host host : address.hosts()) {
      builder.addContactPoint(new InetSocketAddress(host.name(), host.port().orElse(PORT_DEFAULT)));
    }
    Optional<String> dataCentre = address.option("dc");
    if (dataCentre.isPresent()) {
      return builder.withLocalDatacenter(dataCentre.get()).build();
    }
    return builder
        .withConfigLoader(
            DriverConfigLoader.programmaticBuilder()
                .withString(
                    DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS,
                    "DcInferringLoadBalancingPolicy")
                .build())
        .build();
  }
}
