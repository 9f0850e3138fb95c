package org.portolan.bench.pages;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.Ignition;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientClusterGroup;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.cluster.BaselineNode;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.transactions.Transaction;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;
import org.apache.ignite.transactions.TransactionOptimisticException;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.client.IgniteClients;
import org.portolan.engine.adapter.ClusterUri;

/**
 * Ignite with the guarantee of the data layer, made by hand. Reads go through the thin client, and
 * the text is expanded. A save is a transaction of a client node, optimistic and serializable, so
 * that a killed client leaves nothing half made. After it, the client node and a server are asked
 * whether they see a majority of the baseline, so that no save is acknowledged on the small side of
 * a split.
 */
final class IgniteByHand implements PageSide {
  private static final long TIMEOUT_MS = 10_000;
  private static final int ATTEMPTS_MAX = 100;
  private static final int OBJECTS = 5;

  private final IgniteClient client;
  private final ClientClusterGroup servers;
  private final Ignite node;
  private final IgniteSave save;
  private final ClientCache<BinaryObject, BinaryObject> pages;
  private final IgniteSave.Caches caches;

  /**
   * @param address of a store that is open in this process: its client node is used
   */
  IgniteByHand(ClusterUri address) {
    client = IgniteClients.open(address);
    servers = client.cluster().forServers();
    node =
        Ignition.allGrids().stream()
            .filter(grid -> grid.name().startsWith("portolan-"))
            .findFirst()
            .orElseThrow();
    save = new IgniteSave(address, client);
    pages = client.<BinaryObject, BinaryObject>cache(save.pages()).withKeepBinary();
    caches =
        new IgniteSave.Caches(
            objects(save.pages()),
            objects(save.links()),
            objects(save.histories()),
            objects(save.texts()),
            objects(save.counters()));
  }

  private <V> IgniteSave.Objects<V> objects(String name) {
    IgniteCache<BinaryObject, V> cache = node.cache(name).withKeepBinary();
    return new IgniteSave.Objects<>(cache::get, cache::put);
  }

  @Override
  public void read(int page) {
    BinaryObject row = IgniteSave.present(pages.get(save.pageKey(page)), page);
    PageLayout.expanded(row.field("text"));
  }

  @Override
  public void save(int page) {
    for (int attempt = 1; ; attempt++) {
      try (Transaction transaction =
          node.transactions()
              .txStart(
                  TransactionConcurrency.OPTIMISTIC,
                  TransactionIsolation.SERIALIZABLE,
                  TIMEOUT_MS,
                  OBJECTS)) {
        save.make(caches, page, text -> PageLayout.compressed(PageLayout.expanded(text)));
        transaction.commit();
      } catch (TransactionOptimisticException conflict) {
        if (attempt == ATTEMPTS_MAX) {
          throw conflict;
        }
        continue;
      }
      requireMajority();
      return;
    }
  }

  private void requireMajority() {
    Collection<BaselineNode> baseline = node.cluster().currentBaselineTopology();
    Set<Object> alive = ids(node.cluster().forServers().nodes());
    alive.retainAll(ids(servers.nodes()));
    alive.retainAll(baseline.stream().map(BaselineNode::consistentId).collect(Collectors.toSet()));
    if (alive.size() <= baseline.size() / 2) {
      throw new BenchmarkFailedException("a save was made, but only " + alive + " are alive");
    }
  }

  private static Set<Object> ids(Collection<ClusterNode> nodes) {
    Set<Object> ids = new HashSet<>();
    nodes.forEach(each -> ids.add(each.consistentId()));
    return ids;
  }

  /** Does not close the client node; the store does. */
  @Override
  public void close() {
    client.close();
  }
}
