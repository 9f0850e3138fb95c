package org.portolan.engine.ignite;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.ignite.cluster.ClusterNode;

/** Where the servers listen for other nodes, and the setting that a joining node needs. */
record Discovery(List<String> addresses, boolean loadsClasses) {
  /** The attribute in which a server publishes where it listens, as HOST:PORT. */
  private static final String ATTRIBUTE = "portolan.discovery";

  private static final String LOADS_CLASSES = "org.apache.ignite.peer.classloading.enabled";

  /** Ignite's own ports, for servers without the attribute. */
  private static final String PORTS_DEFAULT = "47500..47509";

  /** Returns the addresses as they name a cluster. */
  Set<String> distinct() {
    return new TreeSet<>(addresses);
  }

  static Discovery of(IgniteUri uri, Collection<ClusterNode> servers) {
    boolean loadsClasses =
        servers.stream().anyMatch(server -> Boolean.TRUE.equals(server.attribute(LOADS_CLASSES)));
    if (!uri.discovery().isEmpty()) {
      return new Discovery(uri.discovery(), loadsClasses);
    }
    Set<String> addresses = new TreeSet<>();
    for (var server : servers) {
      if (server.attribute(ATTRIBUTE) instanceof String address) {
        addresses.add(address);
      }
    }
    if (addresses.isEmpty()) {
      for (String address : uri.addresses()) {
        addresses.add(address.substring(0, address.lastIndexOf(':') + 1) + PORTS_DEFAULT);
      }
    }
    return new Discovery(List.copyOf(addresses), loadsClasses);
  }
}
