package org.portolan.engine.ignite;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.ignite.cluster.ClusterNode;

/**
 * The servers that a node sees alive, by their consistent ids as text.
 *
 * @param by the node itself, empty if it is not a server
 */
record ServersSeen(Optional<String> by, Set<String> servers) {

  /**
   * @param nodes the servers that the node reports
   */
  static ServersSeen of(Collection<ClusterNode> nodes) {
    return new ServersSeen(
        nodes.stream().filter(ClusterNode::isLocal).findFirst().map(ServersSeen::id),
        nodes.stream().map(ServersSeen::id).collect(Collectors.toUnmodifiableSet()));
  }

  private static String id(ClusterNode node) {
    return String.valueOf(node.consistentId());
  }
}
