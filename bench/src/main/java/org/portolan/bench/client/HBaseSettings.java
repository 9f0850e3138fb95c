package org.portolan.bench.client;

import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.engine.adapter.ClusterUri.Host;

/** The settings with which HBase's own client finds the cluster of a store. */
public final class HBaseSettings {
  private HBaseSettings() {}

  /**
   * Returns settings whose other values are HBase's defaults. The last host has the port of all.
   */
  public static Configuration of(ClusterUri address) {
    Configuration configuration = HBaseConfiguration.create();
    List<Host> hosts = address.hosts();
    configuration.set(
        HConstants.ZOOKEEPER_QUORUM,
        hosts.stream().map(Host::name).collect(Collectors.joining(",")));
    configuration.setInt(
        HConstants.ZOOKEEPER_CLIENT_PORT,
        hosts.get(hosts.size() - 1).port().orElse(HConstants.DEFAULT_ZOOKEEPER_CLIENT_PORT));
    configuration.set(
        HConstants.ZOOKEEPER_ZNODE_PARENT,
        address.option("znode").orElse(HConstants.DEFAULT_ZOOKEEPER_ZNODE_PARENT));
    return configuration;
  }
}
