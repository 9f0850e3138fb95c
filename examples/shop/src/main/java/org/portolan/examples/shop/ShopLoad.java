package org.portolan.examples.shop;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.portolan.data.WriteConflictException;
import org.portolan.examples.shop.rows.Product;

/**
 * Load on a shop: threads that order products until the time is over. At the end what was sold and
 * what is left must add up to what there was.
 */
public final class ShopLoad {
  private static final int STOCK = 1_000_000;
  private static final int CUSTOMERS = 50;

  private final Shop shop;
  private final int products;
  private final AtomicIntegerArray sold;

  /**
   * @param products the number of products; of one, every order meets every other
   */
  public ShopLoad(Shop shop, int products) {
    this.shop = shop;
    this.products = products;
    this.sold = new AtomicIntegerArray(products);
  }

  /** What a run did. */
  public record Result(int orders, int givenUp, double perSecond) {}

  private static String sku(int number) {
    return "sku-" + number;
  }

  /**
   * Fills the stock and runs the load.
   *
   * @throws IllegalStateException if products were sold twice or not at all
   */
  public Result run(int threads, Duration time) throws Exception {
    for (int number = 0; number < products; number++) {
      shop.stockUp(
          new Product(
              sku(number), "Product " + number, new BigDecimal("9.90"), STOCK, Set.of("load")));
    }
    List<String> customers = customers();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      long begin = System.nanoTime();
      List<Callable<int[]>> work = new ArrayList<>();
      for (int thread = 0; thread < threads; thread++) {
        int seed = thread;
        work.add(() -> order(customers, seed, begin + time.toNanos()));
      }
      int orders = 0;
      int givenUp = 0;
      for (Future<int[]> done : pool.invokeAll(work)) {
        orders += done.get()[0];
        givenUp += done.get()[1];
      }
      double seconds = (System.nanoTime() - begin) / 1e9;
      requireRight();
      return new Result(orders, givenUp, orders / seconds);
    } finally {
      pool.shutdownNow();
    }
  }

  /** Returns the ids of the load's customers, who are registered in an earlier run or now. */
  private List<String> customers() {
    List<String> ids = new ArrayList<>();
    for (int number = 0; number < CUSTOMERS; number++) {
      String email = "customer-" + number + "@example.org";
      ids.add(shop.customer(email).orElseGet(() -> shop.register(email, "Load")).id());
    }
    return ids;
  }

  private int[] order(List<String> customers, int seed, long end) {
    SplittableRandom random = new SplittableRandom(seed);
    int orders = 0;
    int givenUp = 0;
    do {
      int product = random.nextInt(products);
      int quantity = 1 + random.nextInt(3);
      try {
        shop.placeOrder(
            UUID.randomUUID().toString(),
            customers.get(random.nextInt(CUSTOMERS)),
            Map.of(sku(product), quantity));
        sold.addAndGet(product, quantity);
        orders++;
      } catch (WriteConflictException busy) {
        givenUp++;
      }
    } while (System.nanoTime() < end);
    return new int[] {orders, givenUp};
  }

  private void requireRight() {
    for (int number = 0; number < products; number++) {
      int left = shop.product(sku(number)).orElseThrow().stock();
      if (left + sold.get(number) != STOCK) {
        throw new IllegalStateException(
            sku(number) + ": " + left + " are left and " + sold.get(number) + " sold of " + STOCK);
      }
    }
  }

  /** Runs the load: {@code URI [THREADS [SECONDS [PRODUCTS]]]}. */
  public static void main(String[] arguments) throws Exception {
    int threads = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8;
    int seconds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 10;
    int products = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 100;
    try (Shop shop = Shop.open(arguments[0])) {
      Result result = new ShopLoad(shop, products).run(threads, Duration.ofSeconds(seconds));
      System.out.printf(
          "orders=%d given-up=%d per-second=%.1f, the stock is right%n",
          result.orders(), result.givenUp(), result.perSecond());
    }
  }
}
