package org.portolan.bench.shop;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Text;

/** What a side has acknowledged, and whether its shop agrees. Thread-safe. */
final class Ledger {
  private final Basket basket;
  private final int stock;
  private final Map<String, LongAdder> sold = new ConcurrentHashMap<>();
  private final Map<String, Queue<String>> orders = new ConcurrentHashMap<>();
  private final Map<String, String> customers = new ConcurrentHashMap<>();
  private final LongAdder count = new LongAdder();

  /**
   * @param stock of each product at the start
   */
  Ledger(Basket basket, int stock) {
    this.basket = basket;
    this.stock = stock;
    basket.skus().forEach(sku -> sold.put(sku, new LongAdder()));
  }

  void placed(String id, String customer) {
    basket.of(id).forEach((sku, quantity) -> sold.get(sku).add(quantity));
    orders.computeIfAbsent(customer, any -> new ConcurrentLinkedQueue<>()).add(id);
    count.increment();
  }

  void registered(String email, String id) {
    customers.put(email, id);
  }

  long count() {
    return count.sum();
  }

  /**
   * Compares a shop with what it has acknowledged, while nobody writes: the stock of every product,
   * the number of orders, the lists of some customers with the lines of their latest order, and
   * some addresses, which must be taken.
   *
   * @param most the number of customers and addresses that are looked at
   * @throws BenchmarkFailedException if it does not agree
   */
  void verify(ShopSide shop, int most) {
    shop.stocks(basket.skus())
        .forEach(
            (sku, left) ->
                require(left + sold.get(sku).sum(), stock, "left and sold of " + sku + " are"));
    require(shop.countOrders(), count.sum(), "the number of orders is");
    orders.entrySet().stream().limit(most).forEach(each -> verifyList(shop, each));
    customers.entrySet().stream()
        .limit(most)
        .forEach(
            each -> {
              String email = each.getKey();
              require(shop.customer(email).orElse(""), each.getValue(), email + " belongs to");
              require(shop.register(email, "Another").isEmpty(), true, email + " is taken:");
            });
  }

  private void verifyList(ShopSide shop, Map.Entry<String, Queue<String>> each) {
    String customer = each.getKey();
    Set<String> acknowledged = new HashSet<>(each.getValue());
    List<Order.Summary> listed = shop.newest(customer, acknowledged.size() + 1);
    Set<String> ids = new HashSet<>();
    long before = Long.MAX_VALUE;
    for (Order.Summary order : listed) {
      ids.add(order.id());
      require(order.placed() <= before, true, "the orders of " + customer + " are in order:");
      before = order.placed();
    }
    require(listed.size(), acknowledged.size(), "the number of orders of " + customer + " is");
    require(ids, acknowledged, "the orders of " + customer + " are");
    String latest = listed.get(0).id();
    require(shop.lines(latest), basket.of(latest), "the lines of " + latest + " are");
  }

  private static void require(Object found, Object expected, String what) {
    boolean equal =
        found instanceof Number number
            ? number.longValue() == ((Number) expected).longValue()
            : found.equals(expected);
    if (!equal) {
      throw new BenchmarkFailedException(
          Text.format("%s %s, but should be %s", what, found, expected));
    }
  }
}
