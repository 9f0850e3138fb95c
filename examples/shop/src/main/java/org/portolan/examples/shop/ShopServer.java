package org.portolan.examples.shop;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.portolan.data.ConstraintException;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreHealth;
import org.portolan.data.StoreOptions;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.examples.shop.rows.Customer;
import org.portolan.examples.shop.rows.Order;
import org.portolan.examples.shop.rows.Product;
import org.portolan.metrics.micrometer.StoreMetrics;

/**
 * The shop over HTTP, on 127.0.0.1. Requests are forms ({@code a=1&b=2}), answers are lines of
 * text.
 *
 * <pre>
 * POST /customers       email, name                       201 and an id, or 409 if the address is
 *                                                         taken
 * POST /customers/email email, new                        204, or 409 if the new address is taken
 * POST /products        sku, title, price, stock, tags    204
 * GET  /products?tag=T                                    200, a line each: sku price stock title
 * POST /orders          id, email, and sku=quantity ...   201, or 409 if too few are left or
 *                                                         the id is another customer's
 * GET  /orders?email=E[&amp;after=C]                          200, a line each: id placed total
 * GET  /health                                            200, or 503 if the store is down
 * GET  /metrics                                           200, in the text format of Prometheus
 * </pre>
 *
 * <p>404 if an e-mail address is no customer's. Addresses may be given in any spelling.
 */
public final class ShopServer implements AutoCloseable {
  private static final int PAGE = 20;
  private static final int BODY_MAX = 1 << 16;
  private static final Pattern PRICE = Pattern.compile("\\d{1,8}(\\.\\d{1,2})?");
  private static final System.Logger LOG = System.getLogger(ShopServer.class.getName());
  private static final Set<String> OF_ORDER = Set.of("id", "email");

  private final Shop shop;
  private final PrometheusMeterRegistry metrics;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(16);

  /** The answer to a request. */
  private record Answer(int status, String text) {}

  private static final class UnknownAddressException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnknownAddressException(String email) {
      super("no customer has the address '" + email + "'");
    }
  }

  private interface Handler {
    Answer handle(HttpExchange exchange, Map<String, String> form);
  }

  /**
   * Starts the server.
   *
   * @param metrics shown as they are
   * @param port 0 for any
   */
  public ShopServer(Shop shop, PrometheusMeterRegistry metrics, int port) throws IOException {
    this.shop = shop;
    this.metrics = metrics;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/customers", exchange -> answer(exchange, this::customers));
    server.createContext("/customers/email", exchange -> answer(exchange, this::address));
    server.createContext("/products", exchange -> answer(exchange, this::products));
    server.createContext("/orders", exchange -> answer(exchange, this::orders));
    server.createContext("/health", exchange -> answer(exchange, this::health));
    server.createContext("/metrics", exchange -> answer(exchange, this::metrics));
    server.setExecutor(threads);
    server.start();
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void answer(HttpExchange exchange, Handler handler) throws IOException {
    try (exchange) {
      Answer answer = safely(exchange, handler);
      byte[] bytes = answer.text().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /** Tells the kinds of failures apart, as far as a client can do something about them. */
  private static Answer safely(HttpExchange exchange, Handler handler) throws IOException {
    if (!exchange.getRequestURI().getPath().equals(exchange.getHttpContext().getPath())) {
      return new Answer(
          404,
          "there are /customers, /customers/email, /products, /orders, /health and /metrics\n");
    }
    try {
      return handler.handle(exchange, form(exchange));
    } catch (UnknownAddressException e) {
      return new Answer(404, e.getMessage() + "\n");
    } catch (Shop.AddressTakenException | Shop.OutOfStockException | Shop.OrderIdTakenException e) {
      return new Answer(409, e.getMessage() + "\n");
    } catch (WriteConflictException | UnavailableException e) {
      return new Answer(503, "nothing was changed; try again in a moment\n");
    } catch (OutcomeUnknownException e) {
      return new Answer(504, "it may have been done or not; an order may be sent again\n");
    } catch (IllegalArgumentException | ConstraintException | CapabilityException e) {
      return new Answer(400, e.getMessage() + "\n");
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "request failed: " + exchange.getRequestURI(), e);
      return new Answer(500, "the shop has a fault; its log says which\n");
    }
  }

  private static Map<String, String> form(HttpExchange exchange) throws IOException {
    boolean get = exchange.getRequestMethod().equals("GET");
    String text =
        get
            ? Optional.ofNullable(exchange.getRequestURI().getRawQuery()).orElse("")
            : new String(
                exchange.getRequestBody().readNBytes(BODY_MAX + 1), StandardCharsets.UTF_8);
    if (text.length() > BODY_MAX) {
      throw new IllegalArgumentException("the request has more than " + BODY_MAX + " bytes");
    }
    Map<String, String> form = new HashMap<>();
    for (String pair : text.split("&", -1)) {
      String[] parts = pair.split("=", 2);
      if (parts.length == 2 && form.put(decoded(parts[0]), decoded(parts[1])) != null) {
        throw new IllegalArgumentException("'" + decoded(parts[0]) + "' is given twice");
      }
    }
    return form;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static String required(Map<String, String> form, String name) {
    String value = form.get(name);
    if (value == null) {
      throw new IllegalArgumentException("'" + name + "' is missing");
    }
    if (value.chars().anyMatch(each -> each == '\n' || each == '\r')) {
      throw new IllegalArgumentException("'" + name + "' has more than one line");
    }
    return value;
  }

  private static void requirePost(HttpExchange exchange) {
    if (!exchange.getRequestMethod().equals("POST")) {
      throw new IllegalArgumentException("only POST is possible here");
    }
  }

  private Answer customers(HttpExchange exchange, Map<String, String> form) {
    requirePost(exchange);
    Customer customer = shop.register(required(form, "email"), required(form, "name"));
    return new Answer(201, customer.id() + "\n");
  }

  private Answer address(HttpExchange exchange, Map<String, String> form) {
    requirePost(exchange);
    shop.changeAddress(customer(form), required(form, "new"));
    return new Answer(204, "");
  }

  /** Returns the id of the customer whose address a request names. */
  private String customer(Map<String, String> form) {
    String email = required(form, "email");
    return shop.customer(email).orElseThrow(() -> new UnknownAddressException(email)).id();
  }

  private Answer products(HttpExchange exchange, Map<String, String> form) {
    if (exchange.getRequestMethod().equals("GET")) {
      return new Answer(
          200,
          shop.products(required(form, "tag"), Paging.first(PAGE)).entries().stream()
              .map(p -> p.sku() + " " + p.price() + " " + p.stock() + " " + p.title() + "\n")
              .collect(Collectors.joining()));
    }
    requirePost(exchange);
    shop.stockUp(
        new Product(
            required(form, "sku"),
            required(form, "title"),
            price(required(form, "price")),
            quantity("stock", required(form, "stock")),
            Set.copyOf(Arrays.asList(required(form, "tags").split(" ", -1)))));
    return new Answer(204, "");
  }

  private static int quantity(String name, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "'" + text + "' is no number of '" + name + "': write " + name + "=2", e);
    }
  }

  private static BigDecimal price(String text) {
    if (!PRICE.matcher(text).matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a price: write 12.50");
    }
    return new BigDecimal(text).setScale(2);
  }

  /** Returns the page of a list that a link names. */
  private static Paging page(Map<String, String> form) {
    Paging first = Paging.first(PAGE);
    if (form.containsKey("before")) {
      return first.before(form.get("before"));
    }
    return form.containsKey("after") ? first.after(form.get("after")) : first;
  }

  private Answer orders(HttpExchange exchange, Map<String, String> form) {
    if (exchange.getRequestMethod().equals("GET")) {
      Slice<Order> orders = shop.orders(customer(form), page(form));
      String text =
          orders.entries().stream()
              .map(order -> order.id() + " " + order.placed() + " " + order.total() + "\n")
              .collect(Collectors.joining());
      return new Answer(
          200,
          text
              + orders.previous().map(c -> "before=" + c + "\n").orElse("")
              + orders.next().map(c -> "after=" + c + "\n").orElse(""));
    }
    requirePost(exchange);
    Map<String, Integer> wanted = new HashMap<>();
    form.forEach(
        (name, value) -> {
          if (!OF_ORDER.contains(name)) {
            wanted.put(name, quantity(name, value));
          }
        });
    Order order = shop.placeOrder(required(form, "id"), customer(form), wanted);
    return new Answer(201, order.id() + " " + order.total() + "\n");
  }

  private Answer health(HttpExchange exchange, Map<String, String> form) {
    StoreHealth health = shop.health();
    return new Answer(health.ready() ? 200 : 503, health.text());
  }

  private Answer metrics(HttpExchange exchange, Map<String, String> form) {
    return new Answer(200, metrics.scrape());
  }

  /** Waits a second for running requests. The shop stays open. */
  @Override
  public void close() {
    server.stop(1);
    threads.shutdown();
  }

  /** Meters every operation, and logs those that take longer than a second. */
  static StoreOptions watched(MeterRegistry metrics) {
    return StoreOptions.DEFAULT.listening(new StoreMetrics(metrics)).slow(Duration.ofSeconds(1));
  }

  /** Serves the shop of a URI until the process is stopped: {@code URI [PORT]}. */
  public static void main(String[] arguments) throws Exception {
    PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    Shop shop = Shop.open(arguments[0], watched(metrics));
    ShopServer server =
        new ShopServer(shop, metrics, arguments.length > 1 ? Integer.parseInt(arguments[1]) : 8090);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  server.close();
                  shop.close();
                }));
    System.out.println("http://127.0.0.1:" + server.port() + "/");
  }
}
