package org.portolan.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.testkit.Kind;
import org.portolan.testkit.PortolanTest;

/** The shop over HTTP. */
@PortolanTest(design = "shop.yaml", engines = Kind.ROCKSDB)
class ShopServerTest {
  @Test
  void server_answersAsDescribed(Store store) throws Exception {
    PrometheusMeterRegistry none = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    try (ShopServer server = new ShopServer(new Shop(store), none, 0)) {
      String at = "http://127.0.0.1:" + server.port();
      assertThat(post(at + "/customers", "email=Anna%40example.org&name=Anna"))
          .matches("201 [-0-9a-f]{36}\n");
      assertThat(post(at + "/customers", "email=ANNA%40example.org&name=Eve"))
          .isEqualTo("409 the address 'ANNA@example.org' is taken\n");
      assertThat(post(at + "/customers", "email=bob%40example.org&name=Bob")).startsWith("201 ");
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
      assertThat(get(at + "/products?tag=" + "%00".repeat(40_000)))
          .as("a key that is too long for the engine")
          .startsWith("400 ");
      assertThat(get(at + "/customers?email=x&name=y")).startsWith("400 only POST");
      assertThat(get(at + "/orders?email=anna%40example.org"))
          .startsWith("200 one 2")
          .endsWith(" 25.00\n");
      assertThat(post(at + "/customers/email", "email=anna%40example.org&new=BOB%40example.org"))
          .isEqualTo("409 the address 'BOB@example.org' is taken\n");
      assertThat(post(at + "/customers/email", "email=anna%40example.org&new=ann%40example.org"))
          .isEqualTo("204 ");
      assertThat(get(at + "/orders?email=ANN%40example.org")).startsWith("200 one 2");
      assertThat(get(at + "/orders?email=anna%40example.org"))
          .isEqualTo("404 no customer has the address 'anna@example.org'\n");
    }
  }

  @Test
  void server_tellsHowItsStoreDoes(@TempDir Path directory) throws Exception {
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Shop watched =
        Shop.open("rocksdb:" + directory.resolve("watched"), ShopServer.watched(metrics));
    try (ShopServer server = new ShopServer(watched, metrics, 0)) {
      String at = "http://127.0.0.1:" + server.port();
      assertThat(get(at + "/health")).startsWith("200 UP, answered in ");
      assertThat(post(at + "/customers", "email=anna%40example.org&name=Anna")).startsWith("201 ");
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
