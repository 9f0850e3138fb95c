package org.portolan.engine.cassandra;

import com.datastax.dse.driver.api.core.config.DseDriverOption;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.time.Duration;
import java.util.List;

/** The driver's settings, set by this program alone: no file on the class path changes them. */
final class DriverSettings {
  private static final int REQUESTS_PER_CONNECTION = 2_048;
  private static final Duration RECONNECTION_MAX = Duration.ofSeconds(10);
  private static final Duration PROMPT = Duration.ofMillis(1);

  private DriverSettings() {}

  static DriverConfigLoader of(StoreUri uri) {
    Duration timeout = uri.timeout();
    return DriverConfigLoader.programmaticBuilder()
        .withString(DefaultDriverOption.SESSION_NAME, "cassandra-" + uri.keyspace())
        .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, timeout)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, timeout)
        .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, REQUESTS_PER_CONNECTION)
        .withBoolean(DefaultDriverOption.CONNECTION_WARN_INIT_ERROR, false)
        .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(200))
        .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, RECONNECTION_MAX)
        .withDuration(DefaultDriverOption.HEARTBEAT_INTERVAL, Duration.ofSeconds(5))
        .withDuration(DefaultDriverOption.HEARTBEAT_TIMEOUT, Duration.ofSeconds(3))
        // The driver needs this keyspace's replication to find replicas, and no other schema.
        .withStringList(
            DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES, List.of(uri.keyspace()))
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, PROMPT)
        .withDuration(DefaultDriverOption.METADATA_TOPOLOGY_WINDOW, PROMPT)
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, timeout)
        // SchemaStatements waits for the servers' agreement, once for many statements.
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, Duration.ZERO)
        .withBoolean(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_WARN, false)
        .withString(DefaultDriverOption.TIMESTAMP_GENERATOR_CLASS, "ServerSideTimestampGenerator")
        .withString(DefaultDriverOption.METRICS_FACTORY_CLASS, "NoopMetricsFactory")
        .withBoolean(DefaultDriverOption.NETTY_DAEMON, true)
        .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
        .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
        .withInt(DefaultDriverOption.SESSION_LEAK_THRESHOLD, 0)
        .withDuration(DefaultDriverOption.CONFIG_RELOAD_INTERVAL, Duration.ZERO)
        .withBoolean(DefaultDriverOption.PREPARE_ON_ALL_NODES, true)
        .withBoolean(DseDriverOption.MONITOR_REPORTING_ENABLED, false)
        .withString(
            DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS,
            uri.dataCentre().isPresent()
                ? "DefaultLoadBalancingPolicy"
                : "DcInferringLoadBalancingPolicy")
        .build();
  }
}
