package org.portolan.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.Columns;
import org.portolan.data.ConstraintException;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.examples.shop.rows.Customer;
import org.portolan.examples.shop.rows.Order;
import org.portolan.examples.shop.rows.Product;
import org.portolan.testkit.Checks;
import org.portolan.testkit.PortolanTest;
import org.portolan.testkit.TestStore;
import org.portolan.types.Tuple;

/** The shop on each engine in memory: each test has a new store, which opens in milliseconds. */
@PortolanTest(design = "shop.yaml")
class ShopTest {
  private static final int THREADS = 8;

  private Shop shop;

  @BeforeEach
  void open(Store store) {
    shop = new Shop(store);
  }

  @AfterEach
  void close() {
    shop.close();
  }

  private void stockUp(String sku, String price, int stock) {
    shop.stockUp(new Product(sku, "A " + sku, new BigDecimal(price), stock, Set.of("nautical")));
  }

  @Test
  void register_addressIsTaken_isToldSo(Store store) {
    Customer anna = shop.register("Anna@example.org", "Anna");
    assertThatThrownBy(() -> shop.register("ANNA@Example.org", "Eve"))
        .isInstanceOf(Shop.AddressTakenException.class)
        .hasMessage("the address 'ANNA@Example.org' is taken");
    assertThat(shop.customer("anna@EXAMPLE.org")).contains(anna);
    assertThat(anna.email()).as("as it was written").isEqualTo("Anna@example.org");
    assertThat(shop.customer("eve@example.org")).isEmpty();
    Checks.requireClean(store);
  }

  @Test
  void changeAddress_freesTheOldOneAndKeepsTheOrders(Store store) {
    Customer anna = shop.register("anna@example.org", "Anna");
    stockUp("chart", "12.50", 3);
    Order order = shop.placeOrder("order-1", anna.id(), Map.of("chart", 1));
    assertThat(shop.changeAddress(anna.id(), "Anna@Example.org")).as("its own").isTrue();
    assertThat(shop.changeAddress(anna.id(), "anna@example.com")).isTrue();
    Customer eve = shop.register("ANNA@example.org", "Eve");
    assertThatThrownBy(() -> shop.changeAddress(eve.id(), "Anna@Example.COM"))
        .isInstanceOf(Shop.AddressTakenException.class)
        .hasMessage("the address 'Anna@Example.COM' is taken");
    assertThat(shop.customer("ANNA@EXAMPLE.COM").map(Customer::id)).contains(anna.id());
    assertThat(shop.orders(anna.id(), Paging.first(9)).entries()).containsExactly(order);
    assertThat(shop.orders(eve.id(), Paging.first(9)).entries()).isEmpty();
    assertThat(shop.changeAddress("nobody", "x@example.org")).isFalse();
    Checks.requireClean(store);
  }

  /** Eight threads register one address in different spellings: one gets it. */
  @Test
  void register_manyAtOnce_oneGetsTheAddress(Store store) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Boolean>> registrations = new ArrayList<>();
      for (int number = 0; number < THREADS; number++) {
        String email = number % 2 == 0 ? "anna@example.org" : "Anna@Example.org";
        registrations.add(
            () -> {
              try {
                shop.register(email, "Anna");
                return true;
              } catch (Shop.AddressTakenException taken) {
                return false;
              }
            });
      }
      int registered = 0;
      for (Future<Boolean> registration : threads.invokeAll(registrations)) {
        registered += registration.get() ? 1 : 0;
      }
      assertThat(registered).isOne();
      Checks.requireClean(store);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void placeOrder_takesTheStockAndListsTheOrder() {
    Customer anna = shop.register("anna@example.org", "Anna");
    Customer bob = shop.register("bob@example.org", "Bob");
    stockUp("chart", "12.50", 3);
    stockUp("compass", "80.00", 1);
    Order order = shop.placeOrder("order-1", anna.id(), Map.of("chart", 2, "compass", 1));
    assertThat(order.total()).isEqualTo(new BigDecimal("105.00"));
    assertThat(shop.orders(anna.id(), Paging.first(9)).entries()).containsExactly(order);
    assertThat(shop.lines("order-1")).isEqualTo(Map.of("chart", 2, "compass", 1));
    assertThat(shop.products("nautical", Paging.first(9)).entries())
        .extracting(Product::sku, Product::stock)
        .containsExactly(tuple("chart", 1), tuple("compass", 0));

    assertThat(shop.placeOrder("order-1", anna.id(), Map.of("chart", 1)))
        .as("the same order once more")
        .isEqualTo(order);
    assertThatThrownBy(() -> shop.placeOrder("order-1", bob.id(), Map.of("chart", 1)))
        .as("another customer's order")
        .isInstanceOf(Shop.OrderIdTakenException.class)
        .hasMessage("'order-1' is another customer's order");
    assertThatThrownBy(() -> shop.placeOrder("order-2", bob.id(), Map.of("chart", 1, "compass", 1)))
        .isInstanceOf(Shop.OutOfStockException.class)
        .hasMessage("too few of 'compass' are left");
    assertThat(shop.product("chart").orElseThrow().stock()).isEqualTo(1);
    assertThat(shop.countOrders()).isEqualTo(1);
  }

  @Test
  void placeOrder_ofNothingOrLess_isRefused() {
    Customer anna = shop.register("anna@example.org", "Anna");
    stockUp("chart", "12.50", 3);
    for (int quantity : new int[] {0, -10, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> shop.placeOrder("x", anna.id(), Map.of("chart", quantity)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the quantity of 'chart' is less than 1");
    }
    assertThatThrownBy(() -> shop.placeOrder("x", anna.id(), Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> stockUp("chart", "-12.50", 3))
        .isInstanceOf(ConstraintException.class)
        .hasMessage(
            "column 'price' of the row (chart) of product is less than 0.00; nothing was changed");
    assertThatThrownBy(() -> stockUp("chart", "12.50", -3)).isInstanceOf(ConstraintException.class);
    assertThat(shop.product("chart").orElseThrow().stock()).isEqualTo(3);
    assertThat(shop.countOrders()).isZero();
  }

  /** A hundred orders for the last ten: ten of them get one. */
  @Test
  void placeOrder_manyAtOnce_sellsNothingTwice() throws Exception {
    Customer anna = shop.register("anna@example.org", "Anna");
    stockUp("sextant", "500.00", 10);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Boolean>> orders = new ArrayList<>();
      for (int number = 0; number < 100; number++) {
        String id = "order-" + number;
        orders.add(
            () -> {
              try {
                shop.placeOrder(id, anna.id(), Map.of("sextant", 1));
                return true;
              } catch (Shop.OutOfStockException none) {
                return false;
              }
            });
      }
      int placed = 0;
      for (Future<Boolean> order : threads.invokeAll(orders)) {
        placed += order.get() ? 1 : 0;
      }
      assertThat(placed).isEqualTo(10);
      assertThat(shop.product("sextant").orElseThrow().stock()).isZero();
      assertThat(shop.countOrders()).isEqualTo(10);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void placeOrder_answerIsLost_placedAgainSellsOnce(TestStore store) {
    Customer anna = shop.register("anna@example.org", "Anna");
    stockUp("chart", "12.50", 3);
    store.faults().loseNextAnswer();
    assertThatThrownBy(() -> shop.placeOrder("order-1", anna.id(), Map.of("chart", 2)))
        .isInstanceOf(OutcomeUnknownException.class);
    shop.placeOrder("order-1", anna.id(), Map.of("chart", 2));
    assertThat(shop.product("chart").orElseThrow().stock()).isEqualTo(1);
    assertThat(shop.countOrders()).isEqualTo(1);
    Checks.requireClean(store);
  }

  @Test
  void writes_runAgainAfterAConflict_doTheSame(TestStore store) {
    store.faults().runEveryWriteTwice();
    Customer anna = shop.register("anna@example.org", "Anna");
    stockUp("chart", "12.50", 3);
    shop.placeOrder("order-1", anna.id(), Map.of("chart", 2));
    assertThat(shop.product("chart").orElseThrow().stock()).isEqualTo(1);
    assertThat(shop.lines("order-1")).isEqualTo(Map.of("chart", 2));
    assertThat(shop.orders(anna.id(), Paging.first(9)).entries()).hasSize(1);
    assertThat(shop.countOrders()).isEqualTo(1);
  }

  @Test
  void order_readByNames_hasItsColumns(Store store) {
    Customer anna = shop.register("anna@example.org", "Anna");
    stockUp("chart", "12.50", 3);
    shop.placeOrder("order-1", anna.id(), Map.of("chart", 2));

    EntityRow order = store.get("order", Tuple.of("order-1"), Columns.ALL).orElseThrow();
    String customer = order.text("customer");
    Slice<Item> lines = store.items("order", Tuple.of("order-1"), "lines", Paging.first(50));
    int quantity = lines.entries().get(0).intValue("quantity");

    assertThat(customer).isEqualTo(anna.id());
    assertThat(quantity).isEqualTo(2);
    assertThat(order.values()).containsOnlyKeys("customer", "placed", "total");
  }

  @Test
  void orders_inPages_areTurnedBothWays() {
    Customer anna = shop.register("anna@example.org", "Anna");
    stockUp("chart", "12.50", 9);
    for (int number = 1; number <= 5; number++) {
      shop.placeOrder("order-" + number, anna.id(), Map.of("chart", 1));
    }
    Paging two = Paging.first(2);
    Slice<Order> latest = shop.orders(anna.id(), two);
    Slice<Order> next = shop.orders(anna.id(), two.following(latest));
    assertThat(ids(next)).containsExactly("order-3", "order-2");
    assertThat(shop.orders(anna.id(), two.preceding(next)).entries()).isEqualTo(latest.entries());
    assertThat(ids(shop.orders(anna.id(), Paging.last(2)))).containsExactly("order-2", "order-1");
    assertThat(
            shop.ordersLater(anna.id(), Paging.last(1))
                .thenApply(ShopTest::ids)
                .toCompletableFuture()
                .join())
        .containsExactly("order-1");
  }

  private static List<String> ids(Slice<Order> orders) {
    return orders.entries().stream().map(Order::id).toList();
  }

  @Test
  void load_onFewProducts_addsUp() throws Exception {
    ShopLoad.Result result = new ShopLoad(shop, 2).run(THREADS, Duration.ofMillis(200));
    assertThat(result.orders()).isPositive();
  }
}
