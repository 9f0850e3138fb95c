package org.portolan.bench.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What every side of the shop must do. No two methods use the same products. */
public final class ShopContract {
  private static final int THREADS = 8;
  private static final int STOCK = 10;

  private final ShopSide shop;

  public ShopContract(ShopSide shop) {
    this.shop = shop;
  }

  /** Checks all, on a shop without products. */
  public void run() throws Exception {
    shop.stockUp(Set.of("sku-a", "sku-b", "sku-c"), STOCK, 250);
    registersAnAddressOnce();
    String customer = shop.register("bob@example.org", "Bob").orElseThrow();
    sellsNothingTwice(customer);
    placesAnIdOnce(customer);
    takesAllLinesOrNone(customer);
    assertThat(shop.settle(Set.of("sku-a", "sku-b", "sku-c"))).isZero();
    assertThat(shop.countOrders()).isEqualTo(STOCK + 1);
  }

  private void registersAnAddressOnce() throws Exception {
    List<Boolean> made =
        together(THREADS, number -> shop.register("anna@example.org", "Anna").isPresent());
    assertThat(Collections.frequency(made, true)).isOne();
    assertThat(shop.customer("anna@example.org").flatMap(shop::name)).contains("Anna");
    assertThat(shop.customer("nobody@example.org")).isEmpty();
  }

  private void sellsNothingTwice(String customer) throws Exception {
    SortedMap<String, Integer> wanted = new TreeMap<>(Map.of("sku-a", 1));
    List<Boolean> placed =
        together(3 * STOCK, number -> shop.place("a" + number, customer, wanted));
    assertThat(Collections.frequency(placed, true)).isEqualTo(STOCK);
    assertThat(shop.stocks(Set.of("sku-a"))).isEqualTo(Map.of("sku-a", 0));
    assertThat(shop.countOrders()).isEqualTo(STOCK);
    List<Order.Summary> listed = shop.newest(customer, 3 * STOCK);
    assertThat(listed).hasSize(STOCK).allMatch(order -> order.total() == 250);
    assertThat(listed).isSortedAccordingTo((a, b) -> Long.compare(b.placed(), a.placed()));
    assertThat(shop.newest(customer, 4)).isEqualTo(listed.subList(0, 4));
    for (int number = 0; number < 3 * STOCK; number++) {
      String id = "a" + number;
      boolean isPlaced = placed.get(number);
      assertThat(shop.lines(id)).isEqualTo(isPlaced ? wanted : Map.of());
      assertThat(listed.stream().anyMatch(order -> order.id().equals(id))).isEqualTo(isPlaced);
    }
  }

  private void placesAnIdOnce(String customer) throws Exception {
    SortedMap<String, Integer> wanted = new TreeMap<>(Map.of("sku-b", 3, "sku-c", 2));
    assertThat(together(THREADS, number -> shop.place("b", customer, wanted))).containsOnly(true);
    assertThat(shop.stocks(Set.of("sku-b", "sku-c")))
        .isEqualTo(Map.of("sku-b", STOCK - 3, "sku-c", STOCK - 2));
    assertThat(shop.newest(customer, 1))
        .singleElement()
        .satisfies(order -> assertThat(order.total()).isEqualTo(5 * 250));
    String other = shop.register("eve@example.org", "Eve").orElseThrow();
    assertThatThrownBy(() -> shop.place("b", other, wanted)).isInstanceOf(RuntimeException.class);
    assertThat(shop.newest(other, 1)).isEmpty();
  }

  private void takesAllLinesOrNone(String customer) {
    SortedMap<String, Integer> wanted = new TreeMap<>(Map.of("sku-b", 1, "sku-c", STOCK));
    assertThat(shop.place("c", customer, wanted)).isFalse();
    assertThat(shop.place("d", customer, new TreeMap<>(Map.of("sku-unknown", 1)))).isFalse();
    assertThat(shop.stocks(Set.of("sku-b", "sku-c")))
        .isEqualTo(Map.of("sku-b", STOCK - 3, "sku-c", STOCK - 2));
    assertThat(shop.lines("c")).isEmpty();
  }

  private interface Act {
    boolean of(int number);
  }

  private static List<Boolean> together(int times, Act act) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (int at = 0; at < times; at++) {
        int number = at;
        calls.add(() -> act.of(number));
      }
      List<Boolean> results = new ArrayList<>();
      for (Future<Boolean> each : threads.invokeAll(calls)) {
        results.add(each.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }
}
