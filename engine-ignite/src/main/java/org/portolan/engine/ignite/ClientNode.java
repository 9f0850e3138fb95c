package org.portolan.engine.ignite;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteException;
import org.apache.ignite.Ignition;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.BaselineNode;
import org.apache.ignite.configuration.IgniteConfiguration;
import org.apache.ignite.spi.discovery.tcp.TcpDiscoverySpi;
import org.apache.ignite.transactions.Transaction;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.UnavailableException;

/**
 * A client node of the cluster, which coordinates the transactions of this process. It has some 35
 * threads, so all stores of one cluster share one node. Thread-safe.
 *
 * <p>A thin client has transactions too, but they are not safe if it dies. When its connection
 * ends, the server rolls them back and forgets them. Other threads serve the client's earlier
 * requests, in any order, and a write that names a forgotten transaction is then made outside of
 * any transaction (2.18.0, {@code ClientRequestHandler.handle}). So a client that dies during a
 * transaction can leave a part of it behind. In contrast, the servers that take part in a
 * transaction of a client node know it, and end it as a whole when the node is gone.
 */
final class ClientNode implements AutoCloseable {
  /** The client nodes in use in this process, by the addresses of their clusters. */
  private static final Map<Set<String>, ClientNode> JOINED = new HashMap<>();

  private final Set<String> discovery;
  private final Ignite ignite;
  private final Map<String, IgniteCache<BinaryObject, Object>> caches = new ConcurrentHashMap<>();
  private int users;

  private ClientNode(Set<String> discovery, Ignite ignite) {
    this.discovery = discovery;
    this.ignite = ignite;
  }

  /**
   * Joins the cluster that a client is connected to, if this process has not yet done so. Close the
   * returned node once for each call.
   *
   * @throws UnavailableException if the node cannot join within the timeout of a request
   */
  static ClientNode join(IgniteUri uri, IgniteClient client) {
    Discovery found = Discovery.of(uri, client.cluster().forServers().nodes());
    Set<String> addresses = new TreeSet<>(found.addresses());
    synchronized (JOINED) {
      ClientNode node = JOINED.get(addresses);
      if (node == null) {
        node = new ClientNode(addresses, start(uri, found));
        JOINED.put(addresses, node);
      }
      node.users++;
      return node;
    }
  }

  private static Ignite start(IgniteUri uri, Discovery found) {
    try {
      IgniteConfiguration configuration = ClientNodeSettings.of(uri, found);
      Ignite ignite = Ignition.start(configuration);
      // From now on there is no time limit: a node that gives up coming back stays dead.
      ((TcpDiscoverySpi) configuration.getDiscoverySpi()).setJoinTimeout(0);
      return ignite;
    } catch (IgniteException failure) {
      throw new UnavailableException(
          "cannot join the cluster of "
              + uri.text()
              + " as a client node by its discovery at "
              + String.join(", ", found.addresses())
              + ": "
              + Failures.abbreviated(failure)
              + "; name the addresses at which its servers listen for other nodes with"
              + " discovery=HOST:PORT,HOST:PORT in the URI",
          failure);
    }
  }

  /** Returns the servers that this node sees alive: those on its side of a split. */
  ServersSeen serversSeen() {
    return ServersSeen.of(ignite.cluster().forServers().nodes());
  }

  /** Returns the consistent ids of the baseline, alive or not; empty if there is none. */
  Set<String> baseline() {
    Collection<BaselineNode> baseline = ignite.cluster().currentBaselineTopology();
    return baseline == null
        ? Set.of()
        : baseline.stream()
            .map(member -> String.valueOf(member.consistentId()))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Whether the baseline follows the servers that are alive, on each side of a split. */
  boolean isBaselineAdjusted() {
    return ignite.cluster().isBaselineAutoAdjustEnabled();
  }

  /** Begins a transaction of this thread, optimistic and serializable. */
  Transaction begin(int timeoutMs, int parts) {
    return ignite
        .transactions()
        .txStart(
            TransactionConcurrency.OPTIMISTIC,
            TransactionIsolation.SERIALIZABLE,
            timeoutMs,
            Math.max(1, parts));
  }

  /**
   * Returns caches, and opens them if needed, which is impossible within a transaction. They are
   * binary, so that neither side needs classes.
   */
  Map<String, IgniteCache<BinaryObject, Object>> open(Collection<String> names) {
    Map<String, IgniteCache<BinaryObject, Object>> opened = new HashMap<>();
    for (String name : names) {
      opened.put(name, caches.computeIfAbsent(name, this::openOne));
    }
    return opened;
  }

  private IgniteCache<BinaryObject, Object> openOne(String name) {
    IgniteCache<BinaryObject, Object> cache = ignite.cache(name);
    if (cache == null) {
      throw new IgniteException("the cache '" + name + "' no longer exists");
    }
    return cache.withKeepBinary();
  }

  /** Switches on the statistics of some caches; returns the caches that had none. */
  Set<String> countFrom(Collection<String> names) {
    return CacheCounters.switchOn(ignite, open(names));
  }

  /** Switches off the statistics of some caches. */
  void countNoMore(Set<String> names) {
    ignite.cluster().enableStatistics(names, false);
  }

  /** Returns the counters of each server, as far as they are known here. */
  List<ServerMetrics.Server> counters(Collection<String> names, Set<String> preferred) {
    return CacheCounters.read(ignite, open(names), preferred);
  }

  /** Forgets the opened caches. Call this after a failure: they may have been recreated. */
  void forget() {
    caches.clear();
  }

  /** Leaves the cluster when the last user of this process closes it. */
  @Override
  public void close() {
    synchronized (JOINED) {
      users--;
      if (users == 0) {
        JOINED.remove(discovery);
        ignite.close();
      }
    }
  }

  /** Where the servers listen for other nodes, and the setting that a joining node needs. */
  record Discovery(List<String> addresses, boolean loadsClasses) {
    /** The attribute in which a server publishes where it listens, as HOST:PORT. */
    private static final String ATTRIBUTE = "portolan.discovery";

    private static final String LOADS_CLASSES = "org.apache.ignite.peer.classloading.enabled";

    /** Ignite's own ports, for servers without the attribute. */
    private static final String PORTS_DEFAULT = "47500..47509";

    static Discovery of(IgniteUri uri, Collection<org.apache.ignite.cluster.ClusterNode> servers) {
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
}
