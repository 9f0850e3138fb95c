package org.portolan.bench.pages;

import java.util.function.UnaryOperator;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.ClientTransaction;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;
import org.portolan.bench.client.IgniteClients;
import org.portolan.engine.adapter.ClusterUri;

/**
 * Ignite's own thin client, partition aware. It reads and writes the same objects of a wiki of the
 * model {@code hashed}, undecoded. A save is one optimistic serializable transaction that reads the
 * page, its links and its history, writes them again together with the old text, and counts the
 * edit. A client that is killed can leave a part of it.
 */
final class IgniteSide implements PageSide {
  private static final long TIMEOUT_MS = 10_000;
  private static final int ATTEMPTS_MAX = 100;

  private final IgniteClient client;
  private final IgniteSave save;
  private final ClientCache<BinaryObject, BinaryObject> pages;
  private final IgniteSave.Caches caches;

  /**
   * @param address of a store with pages; at least one page was saved more than once
   */
  IgniteSide(ClusterUri address) {
    client = IgniteClients.open(address);
    save = new IgniteSave(address, client);
    pages = cache(save.pages());
    caches =
        new IgniteSave.Caches(
            objects(pages),
            objects(cache(save.links())),
            objects(cache(save.histories())),
            objects(cache(save.texts())),
            objects(cache(save.counters())));
  }

  private <V> ClientCache<BinaryObject, V> cache(String name) {
    return client.cache(name).withKeepBinary();
  }

  private static <V> IgniteSave.Objects<V> objects(ClientCache<BinaryObject, V> cache) {
    return new IgniteSave.Objects<>(cache::get, cache::put);
  }

  @Override
  public void read(int page) {
    IgniteSave.present(pages.get(save.pageKey(page)), page);
  }

  /** If two threads conflict on a counter, the save is repeated, as in the wiki. */
  @Override
  public void save(int page) {
    for (int attempt = 1; ; attempt++) {
      try (ClientTransaction transaction =
          client
              .transactions()
              .txStart(
                  TransactionConcurrency.OPTIMISTIC,
                  TransactionIsolation.SERIALIZABLE,
                  TIMEOUT_MS)) {
        save.make(caches, page, UnaryOperator.identity());
        transaction.commit();
        return;
      } catch (ClientException failure) {
        boolean conflict = String.valueOf(failure.getMessage()).contains("conflict");
        if (!conflict || attempt == ATTEMPTS_MAX) {
          throw failure;
        }
      }
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
