package org.portolan.bench.pages;

import org.apache.ignite.IgniteCache;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;
import org.portolan.bench.client.IgniteClients;
import org.portolan.bench.client.IgniteNode;
import org.portolan.engine.adapter.ClusterUri;

/**
 * Ignite with the guarantee of the data layer, made by hand. Reads go through the thin client, and
 * the text is expanded. A save is a transaction of a client node, optimistic and serializable, so
 * that a killed client leaves nothing half made. After it, the client node and a server are asked
 * whether they see a majority of the baseline, so that no save is acknowledged on the small side of
 * a split.
 */
final class IgniteByHand implements PageSide {
  private static final int OBJECTS = 5;

  private final IgniteClient client;
  private final IgniteNode node;
  private final IgniteSave save;
  private final ClientCache<BinaryObject, BinaryObject> pages;
  private final IgniteSave.Caches caches;

  /**
   * @param address of a store that is open in this process: its client node is used
   */
  IgniteByHand(ClusterUri address) {
    client = IgniteClients.open(address);
    node = new IgniteNode(client);
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
    IgniteCache<BinaryObject, V> cache = node.cache(name);
    return new IgniteSave.Objects<>(cache::get, cache::put);
  }

  @Override
  public void read(int page) {
    BinaryObject row = IgniteSave.present(pages.get(save.pageKey(page)), page);
    PageLayout.expanded(row.field("text"));
  }

  @Override
  public void save(int page) {
    node.inTransaction(
        OBJECTS,
        () -> {
          save.make(caches, page, text -> PageLayout.compressed(PageLayout.expanded(text)));
          return null;
        });
    node.requireMajority();
  }

  /** Does not close the client node; the store does. */
  @Override
  public void close() {
    client.close();
  }
}
