package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.cache.CacheMetrics;
import org.apache.ignite.cluster.ClusterGroup;
import org.apache.ignite.cluster.ClusterNode;
import org.portolan.engine.ServerMetrics;

/** The statistics of caches on each server, as a client node has received them. */
final class CacheCounters {
  /** {@code ClientListenerProcessor.CLIENT_LISTENER_PORT}: the server's port for thin clients. */
  private static final String PORT = "clientListenerPort";

  private CacheCounters() {}

  /** Switches on statistics and returns the names of those caches that had none. */
  static Set<String> switchOn(Ignite ignite, Map<String, ? extends IgniteCache<?, ?>> caches) {
    Set<String> off = new HashSet<>();
    caches.forEach(
        (name, cache) -> {
          if (!cache.metrics().isStatisticsEnabled()) {
            off.add(name);
          }
        });
    if (!off.isEmpty()) {
      ignite.cluster().enableStatistics(off, true);
    }
    return off;
  }

  /**
   * Returns the counters of some caches on each server that is up.
   *
   * @param preferred addresses of servers; a server with several addresses is named by one of these
   */
  static List<ServerMetrics.Server> read(
      Ignite ignite, Map<String, ? extends IgniteCache<?, ?>> caches, Set<String> preferred) {
    List<ServerMetrics.Server> servers = new ArrayList<>();
    for (ClusterNode server : ignite.cluster().forServers().nodes()) {
      ClusterGroup alone = ignite.cluster().forNode(server);
      List<ServerMetrics.Part> parts = new ArrayList<>();
      caches.forEach(
          (name, cache) -> {
            CacheMetrics counted = cache.metrics(alone);
            parts.add(
                new ServerMetrics.Part(
                    name,
                    counted.getCacheGets(),
                    counted.getCachePuts() + counted.getCacheRemovals(),
                    0,
                    0));
          });
      servers.add(new ServerMetrics.Server(address(server, preferred), parts));
    }
    return servers;
  }

  private static String address(ClusterNode server, Set<String> preferred) {
    Object port = server.attribute(PORT);
    Collection<String> hosts = server.addresses();
    return hosts.stream()
        .map(host -> host + ":" + port)
        .filter(preferred::contains)
        .findFirst()
        .orElseGet(() -> hosts.iterator().next() + ":" + port);
  }
}
