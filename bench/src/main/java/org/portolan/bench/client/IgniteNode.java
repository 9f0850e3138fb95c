package org.portolan.bench.client;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.Ignition;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.client.ClientClusterGroup;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.BaselineNode;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.configuration.CacheConfiguration;
import org.apache.ignite.transactions.Transaction;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;
import org.apache.ignite.transactions.TransactionOptimisticException;
import org.portolan.bench.api.BenchmarkFailedException;

/**
 * The client node of this process, used without the data layer: transactions that are optimistic
 * and serializable, and the question whether a majority of the servers is alive. Thread-safe.
 */
public final class IgniteNode {
  private static final long TIMEOUT_MS = 10_000;
  private static final int ATTEMPTS_MAX = 100;

  private final Ignite node;
  private final ClientClusterGroup servers;

  /**
   * Takes the client node of a store that is open in this process. Its opener closes it.
   *
   * @param client asks a server which servers are alive
   */
  public IgniteNode(IgniteClient client) {
    servers = client.cluster().forServers();
    node =
        Ignition.allGrids().stream()
            .filter(grid -> grid.name().startsWith("portolan-"))
            .findFirst()
            .orElseThrow();
  }

  /** Returns a cache in binary form. */
  public <V> IgniteCache<BinaryObject, V> cache(String name) {
    return node.cache(name).withKeepBinary();
  }

  /**
   * Returns a cache with the settings of another, such as its copies; creates it if there is none.
   * Values are as the caller puts them.
   */
  public <K, V> IgniteCache<K, V> like(String model, String name) {
    @SuppressWarnings("unchecked")
    CacheConfiguration<Object, Object> given =
        node.cache(model).getConfiguration(CacheConfiguration.class);
    return node.getOrCreateCache(
        new CacheConfiguration<K, V>(name)
            .setGroupName(given.getGroupName())
            .setCacheMode(given.getCacheMode())
            .setAtomicityMode(given.getAtomicityMode())
            .setBackups(given.getBackups())
            .setWriteSynchronizationMode(given.getWriteSynchronizationMode())
            .setReadFromBackup(given.isReadFromBackup())
            .setPartitionLossPolicy(given.getPartitionLossPolicy()));
  }

  /**
   * Runs work in one transaction, and again after a conflict.
   *
   * @param entries the expected number of entries
   */
  public <T> T inTransaction(int entries, Supplier<T> work) {
    for (int attempt = 1; ; attempt++) {
      try (Transaction transaction =
          node.transactions()
              .txStart(
                  TransactionConcurrency.OPTIMISTIC,
                  TransactionIsolation.SERIALIZABLE,
                  TIMEOUT_MS,
                  entries)) {
        T result = work.get();
        transaction.commit();
        return result;
      } catch (TransactionOptimisticException conflict) {
        if (attempt == ATTEMPTS_MAX) {
          throw conflict;
        }
      }
    }
  }

  /**
   * Asks this node and a server whether they see a majority of the baseline, so that nothing is
   * acknowledged on the small side of a split.
   */
  public void requireMajority() {
    Collection<BaselineNode> baseline = node.cluster().currentBaselineTopology();
    Set<Object> alive = ids(node.cluster().forServers().nodes());
    alive.retainAll(ids(servers.nodes()));
    alive.retainAll(baseline.stream().map(BaselineNode::consistentId).collect(Collectors.toSet()));
    if (alive.size() <= baseline.size() / 2) {
      throw new BenchmarkFailedException("a write was made, but only " + alive + " are alive");
    }
  }

  private static Set<Object> ids(Collection<ClusterNode> nodes) {
    Set<Object> ids = new HashSet<>();
    nodes.forEach(each -> ids.add(each.consistentId()));
    return ids;
  }
}
