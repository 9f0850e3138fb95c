package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.portolan.data.Paging;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.examples.shop.Shop;
import org.portolan.examples.shop.ShopLoad;
import org.portolan.examples.shop.rows.Order;
import org.portolan.examples.shop.rows.Product;

/** The example shop on an engine: nothing is sold twice, no address registered twice. */
final class ShopTrial {
  private static final int THREADS = 8;
  private static final Duration LOAD = Duration.ofSeconds(3);
  private static final String CHART = "chart";
  private static final int CHARTS = 10;

  private ShopTrial() {}

  static void run(String uri) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    long begin = System.nanoTime();
    try (Shop shop = Shop.open(uri);
        Shop other = uri.startsWith("rocksdb:") ? null : Shop.open(uri)) {
      List<Shop> shops = other == null ? List.of(shop) : List.of(shop, other);
      long opened = System.nanoTime() - begin;
      registerOneAddress(shops, threads);
      sellTheLast(shops, threads);
      ShopLoad.Result result = new ShopLoad(shop, 20).run(THREADS, LOAD);
      assertThat(result.orders()).isPositive();
      System.out.printf(
          "ShopTrial uri=%s opened-ms=%d orders=%d given-up=%d per-second=%.1f%n",
          uri, opened / 1_000_000, result.orders(), result.givenUp(), result.perSecond());
    } finally {
      threads.shutdownNow();
    }
    // What was written is there for the next process, on the design that the engine chose.
    try (Shop shop = Shop.open(uri)) {
      assertThat(shop.product(CHART).orElseThrow().stock()).isZero();
      assertThat(shop.products("sea", Paging.first(9)).entries())
          .extracting(Product::sku)
          .containsExactly(CHART);
    }
  }

  private static void registerOneAddress(List<Shop> shops, ExecutorService threads)
      throws Exception {
    List<Callable<Boolean>> registrations = new ArrayList<>();
    for (int number = 0; number < THREADS; number++) {
      Shop shop = shops.get(number % shops.size());
      String address = number % 2 == 0 ? "anna@example.org" : "Anna@Example.org";
      registrations.add(() -> register(shop, address));
    }
    assertThat(Collections.frequency(results(threads.invokeAll(registrations)), true)).isOne();
  }

  private static boolean register(Shop shop, String address) {
    try {
      shop.register(address, "Anna");
      return true;
    } catch (Shop.AddressTakenException taken) {
      return false;
    }
  }

  private static void sellTheLast(List<Shop> shops, ExecutorService threads) throws Exception {
    Shop shop = shops.get(0);
    shop.stockUp(new Product(CHART, "A chart", new BigDecimal("12.50"), CHARTS, Set.of("sea")));
    List<Callable<Boolean>> orders = new ArrayList<>();
    for (int number = 0; number < 3 * CHARTS; number++) {
      Shop seller = shops.get(number % shops.size());
      String id = "order-" + number;
      orders.add(() -> place(seller, id));
    }
    assertThat(Collections.frequency(results(threads.invokeAll(orders)), true)).isEqualTo(CHARTS);
    assertThat(shop.product(CHART).orElseThrow().stock()).isZero();
    assertThat(shop.countOrders()).isEqualTo(CHARTS);
    List<Order> listed = shop.orders("bob", Paging.first(99)).entries();
    assertThat(listed).hasSize(CHARTS);
    assertThat(listed)
        .allSatisfy(order -> assertThat(shop.lines(order.id())).isEqualTo(Map.of(CHART, 1)));
  }

  /** Places an order as a careful caller does: one that may have been placed is placed again. */
  private static boolean place(Shop shop, String id) {
    while (true) {
      try {
        shop.placeOrder(id, "bob", Map.of(CHART, 1));
        return true;
      } catch (Shop.OutOfStockException none) {
        return false;
      } catch (WriteConflictException | OutcomeUnknownException again) {
        Thread.onSpinWait();
      }
    }
  }

  private static List<Boolean> results(List<Future<Boolean>> futures) throws Exception {
    List<Boolean> results = new ArrayList<>();
    for (Future<Boolean> future : futures) {
      results.add(future.get());
    }
    return results;
  }
}
