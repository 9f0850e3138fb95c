package org.portolan.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
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
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.ConstraintException;
import org.portolan.data.Paging;

/** The shop on RocksDB: a store in a temporary directory opens in milliseconds. */
class ShopTest {
  private static final int THREADS = 8;

  @TempDir Path directory;

  private Shop shop;

  @BeforeEach
  void open() {
    shop = Shop.open("rocksdb:" + directory.resolve("shop"));
  }

  @AfterEach
  void close() {
    shop.close();
  }

  private void stockUp(String sku, String price, int stock) {
    shop.stockUp(
        new Shop.Product(sku, "A " + sku, new BigDecimal(price), stock, Set.of("nautical")));
  }

  @Test
  void register_addressIsTaken_isToldSo() {
    assertThat(shop.register("anna@example.org", "Anna")).isTrue();
    assertThat(shop.register("Anna@Example.org", "Eve")).isFalse();
  }

  @Test
  void placeOrder_takesTheStockAndListsTheOrder() {
    stockUp("chart", "12.50", 3);
    stockUp("compass", "80.00", 1);
    Shop.Order order =
        shop.placeOrder("order-1", "anna@example.org", Map.of("chart", 2, "compass", 1));
    assertThat(order.total()).isEqualTo(new BigDecimal("105.00"));
    assertThat(shop.orders("ANNA@example.org", Paging.first(9)).entries()).containsExactly(order);
    assertThat(shop.lines("order-1")).isEqualTo(Map.of("chart", 2, "compass", 1));
    assertThat(shop.products("nautical", Paging.first(9)).entries())
        .extracting(Shop.Product::sku, Shop.Product::stock)
        .containsExactly(tuple("chart", 1), tuple("compass", 0));

    assertThat(shop.placeOrder("order-1", "anna@example.org", Map.of("chart", 1)))
        .as("the same order once more")
        .isEqualTo(order);
    assertThatThrownBy(() -> shop.placeOrder("order-1", "bob@example.org", Map.of("chart", 1)))
        .as("another customer's order")
        .isInstanceOf(Shop.OrderIdTakenException.class)
        .hasMessage("'order-1' is another customer's order");
    assertThatThrownBy(
            () -> shop.placeOrder("order-2", "bob@example.org", Map.of("chart", 1, "compass", 1)))
        .isInstanceOf(Shop.OutOfStockException.class)
        .hasMessage("too few of 'compass' are left");
    assertThat(shop.product("chart").orElseThrow().stock()).isEqualTo(1);
    assertThat(shop.countOrders()).isEqualTo(1);
  }

  @Test
  void placeOrder_ofNothingOrLess_isRefused() {
    stockUp("chart", "12.50", 3);
    for (int quantity : new int[] {0, -10, Integer.MIN_VALUE}) {
      assertThatThrownBy(() -> shop.placeOrder("x", "anna@example.org", Map.of("chart", quantity)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("the quantity of 'chart' is less than 1");
    }
    assertThatThrownBy(() -> shop.placeOrder("x", "anna@example.org", Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> stockUp("chart", "-12.50", 3))
        .isInstanceOf(ConstraintException.class)
        .hasMessage(
            "column 'price' of the row (chart) of product is less than 0.00; nothing was changed");
    assertThatThrownBy(() -> stockUp("chart", "12.50", -3)).isInstanceOf(ConstraintException.class);
    assertThat(shop.product("chart").orElseThrow().stock()).isEqualTo(3);
    assertThat(shop.countOrders()).isZero();
  }

  /** A hundred orders for the last ten: ten customers get one. */
  @Test
  void placeOrder_manyAtOnce_sellsNothingTwice() throws Exception {
    stockUp("sextant", "500.00", 10);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Boolean>> orders = new ArrayList<>();
      for (int number = 0; number < 100; number++) {
        String id = "order-" + number;
        orders.add(
            () -> {
              try {
                shop.placeOrder(id, id + "@example.org", Map.of("sextant", 1));
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
  void load_onFewProducts_addsUp() throws Exception {
    ShopLoad.Result result = new ShopLoad(shop, 2).run(THREADS, Duration.ofSeconds(1));
    assertThat(result.orders()).isPositive();
  }

  @Test
  void server_tellsHowItsStoreDoes() throws Exception {
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Shop watched =
        Shop.open("rocksdb:" + directory.resolve("watched"), ShopServer.watched(metrics));
    try (ShopServer server = new ShopServer(watched, metrics, 0)) {
      String at = "http://127.0.0.1:" + server.port();
      assertThat(get(at + "/health")).startsWith("200 UP, answered in ");
      assertThat(post(at + "/customers", "email=anna%40example.org&name=Anna")).isEqualTo("201 ");
      assertThat(post(at + "/customers", "email=anna%40example.org&name=Anna")).startsWith("409");
      assertThat(get(at + "/metrics"))
          .startsWith("200 ")
          .contains(
              "portolan_operation_seconds_count"
                  + "{kind=\"write\",object=\"customer\",outcome=\"ok\"} 1\n")
          .contains("{kind=\"write\",object=\"customer\",outcome=\"refused\"} 1\n");
      watched.close();
      assertThat(get(at + "/health")).startsWith("503 DOWN\n");
    }
  }

  @Test
  void server_answersAsDescribed() throws Exception {
    PrometheusMeterRegistry none = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (ShopServer server = new ShopServer(shop, none, 0)) {
      String at = "http://127.0.0.1:" + server.port();
      assertThat(post(at + "/customers", "email=anna%40example.org&name=Anna")).isEqualTo("201 ");
      assertThat(post(at + "/customers", "email=ANNA%40example.org&name=Eve"))
          .isEqualTo("409 this address is taken\n");
      assertThat(post(at + "/customers", "email=x")).isEqualTo("400 'name' is missing\n");
      assertThat(post(at + "/products", "sku=chart&title=A+chart&price=12.50&stock=3&tags=sea"))
          .isEqualTo("204 ");
      assertThat(get(at + "/products?tag=sea")).isEqualTo("200 chart 12.50 3 A chart\n");
      String order = "id=one&email=anna%40example.org&chart=2";
      assertThat(post(at + "/orders", order)).isEqualTo("201 one 25.00\n");
      assertThat(post(at + "/orders", order)).isEqualTo("201 one 25.00\n");
      assertThat(post(at + "/orders", "id=two&email=bob%40example.org&chart=2"))
          .isEqualTo("409 too few of 'chart' are left\n");
      assertThat(post(at + "/orders", "id=two&email=bob%40example.org&chart=0")).startsWith("400 ");
      assertThat(post(at + "/orders", "id=one&email=bob%40example.org&chart=1"))
          .isEqualTo("409 'one' is another customer's order\n");
      assertThat(post(at + "/orders", "id=two&email=bob%40example.org")).startsWith("400 ");
      for (String price : new String[] {"1.005", "-1", "1E100000000", "x"}) {
        assertThat(post(at + "/products", "sku=x&title=X&stock=3&tags=sea&price=" + price))
            .isEqualTo("400 '" + price + "' is not a price: write 12.50\n");
      }
      assertThat(post(at + "/orders", "id=two&email=x&chart=1&chart=2"))
          .isEqualTo("400 'chart' is given twice\n");
      String long64 = "f".repeat(1 << 16);
      assertThat(post(at + "/orders", "id=two&email=x&chart=1&" + long64 + "=1"))
          .isEqualTo("400 the request has more than 65536 bytes\n");
      assertThat(get(at + "/orders?email=" + "%00".repeat(40_000)))
          .as("a key that is too long for the engine")
          .startsWith("400 ");
      assertThat(get(at + "/customers?email=x&name=y")).startsWith("400 only POST");
      assertThat(get(at + "/orders?email=anna%40example.org"))
          .startsWith("200 one 2")
          .endsWith(" 25.00\n");
    }
  }

  private static String get(String address) throws Exception {
    return answer(HttpRequest.newBuilder(URI.create(address)).build());
  }

  private static String post(String address, String form) throws Exception {
    return answer(
        HttpRequest.newBuilder(URI.create(address))
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build());
  }

  private static String answer(HttpRequest request) throws Exception {
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    return answer.statusCode() + " " + answer.body();
  }
}
