package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.portolan.bench.shop.PortolanShop;
import org.portolan.bench.shop.ShopSide;
import org.portolan.bench.shop.ShopSides;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;

/** A shop with its store: on the data layer, or written by hand on the same engine. */
record OpenShop(Store store, ShopSide side, boolean isPortolan) implements AutoCloseable {
  static final String PORTOLAN = "portolan";
  static final String BY_HAND = "by-hand";

  private static final String NAME = "killed_by_hand";
  private static final int SETTLED_AFTER_MS = 1_000;

  /**
   * Opens a shop; creates it if there is none.
   *
   * @param directory for the files of a shop by hand on RocksDB
   */
  static OpenShop of(String kind, String uri, Path directory) {
    Store store = Stores.openOrCreate(uri, PortolanShop.design());
    return kind.equals(PORTOLAN)
        ? new OpenShop(store, new PortolanShop(store), true)
        : new OpenShop(store, ShopSides.byHand(uri, NAME, directory), false);
  }

  /** Does what an operator or a clock does after a crash, until nothing is left to do. */
  void settle(Set<String> skus) throws InterruptedException {
    if (!isPortolan) {
      // What is younger than some seconds may belong to a live client.
      for (int quiet = 0; quiet < 12; quiet++) {
        side.settle(skus);
        Thread.sleep(SETTLED_AFTER_MS);
      }
      assertThat(side.settle(skus)).isZero();
      return;
    }
    Settling.assertSettled(store);
    requireUniqueEmails();
  }

  private void requireUniqueEmails() {
    Set<Object> emails = new HashSet<>();
    Paging.first(1_000).stream(page -> store.scanStored("customer", Columns.ALL, page))
        .forEach((EntityRow row) -> assertThat(emails.add(row.value("email"))).isTrue());
  }

  @Override
  public void close() {
    side.close();
    store.close();
  }
}
