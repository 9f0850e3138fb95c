package org.portolan.bench.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.cluster.Cluster;
import org.portolan.cluster.ClusterEngine;
import org.portolan.cluster.ClusterException;
import org.portolan.cluster.ClusterSpec;
import org.portolan.data.Store;
import org.portolan.data.Stores;

final class ShopBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_onRocksDb_hasBothShops() throws Exception {
    Runs run =
        Runs.of(
            "shop-orders",
            "--products",
            "16",
            "--customers",
            "4",
            "--millis",
            "20",
            "--rounds",
            "1",
            "--warm-up",
            "0",
            "--dir",
            directory.toString());
    assertThat(run.lines())
        .anyMatch(line -> line.matches(" +per second +portolan's ratio +p50 ms +p95 ms +p99 ms *"))
        .anyMatch(line -> line.matches("orders, portolan( +\\S+){4} *"))
        .anyMatch(line -> line.matches("hot-orders, by hand( +\\S+){5} *"))
        .anyMatch(line -> line.matches("registrations, by hand( +\\S+){5} *"))
        .anyMatch(line -> line.matches("lists, by hand( +\\S+){5} *"))
        .anyMatch(line -> line.matches("an order: +keys-read=\\d+ .*"))
        .anyMatch(line -> line.matches("orders, all verified: portolan \\d+, by hand \\d+"));
    assertThat(run.figure("orders-per-second")).isPositive();
    assertThat(run.figure("hot-orders-ratio-by-hand")).isPositive();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void portolan_keepsTheContract() throws Exception {
    try (Store store =
        Stores.openOrCreate("rocksdb:" + directory.resolve("shop"), PortolanShop.design())) {
      new ShopContract(new PortolanShop(store)).run();
    }
  }

  @Test
  void rocksDbByHand_keepsTheContract() throws Exception {
    try (ShopSide shop = ShopSides.byHand("rocksdb:any", "by_hand", directory)) {
      new ShopContract(shop).run();
    }
  }

  @Test
  @Tag("servers")
  void mariaDb_keepsTheContract() throws Exception {
    Cluster server = mariaDb();
    try (ShopSide shop = new MariaDbShop(server.uri(), "shop")) {
      new ShopContract(shop).run();
    } finally {
      server.stop();
    }
  }

  private Cluster mariaDb() {
    try {
      return Cluster.start(ClusterSpec.of(ClusterEngine.MARIADB, 1, directory.resolve("mariadb")))
          .stopOnExit();
    } catch (ClusterException failure) {
      boolean isNotToBeHad =
          failure.getMessage().contains("could not fetch")
              || failure.getMessage().contains("there is no binary");
      Assumptions.assumeFalse(isNotToBeHad, failure.getMessage());
      throw failure;
    }
  }

  @Test
  void byHand_onAnotherEngine_isRefused() {
    assertThatThrownBy(() -> ShopSides.byHand("memory:x", "by_hand", directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("memory:x");
  }

  /** A verification that finds nothing would be worth nothing. */
  @Test
  void verify_ofAShopThatLostAnOrder_fails() {
    Basket basket = new Basket(2);
    try (ShopSide shop = ShopSides.byHand("rocksdb:any", "by_hand", directory)) {
      shop.stockUp(basket.skus(), 100, 990);
      Ledger ledger = new Ledger(basket, 100);
      String placed = Basket.newOrder(false);
      assertThat(shop.place(placed, "bob", basket.of(placed))).isTrue();
      assertThatThrownBy(() -> ledger.verify(shop, 9))
          .isInstanceOf(BenchmarkFailedException.class)
          .hasMessageContaining("left and sold of sku-");
      ledger.placed(placed, "bob");
      ledger.verify(shop, 9);
      ledger.placed(Basket.newOrder(true), "bob");
      assertThatThrownBy(() -> ledger.verify(shop, 9)).isInstanceOf(BenchmarkFailedException.class);
    }
  }
}
