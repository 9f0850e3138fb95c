package org.portolan.examples.shop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.RowExistsException;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/**
 * The shop on a store. Thread-safe: open one, and share it. Every method throws {@link
 * org.portolan.engine.StoreException} if the store fails.
 */
public final class Shop implements AutoCloseable {
  private final Store store;

  private Shop(Store store) {
    this.store = store;
  }

  /** Opens the shop of a URI, such as {@code rocksdb:shop}; creates it if there is none. */
  public static Shop open(String uri) {
    return new Shop(Stores.openOrCreate(uri, design()));
  }

  private static Design design() {
    try (InputStream file = Shop.class.getResourceAsStream("/shop.yaml")) {
      return DesignReader.read(
          new String(file.readAllBytes(), StandardCharsets.UTF_8), "shop.yaml");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** A product and how many of it are left. */
  public record Product(String sku, String title, BigDecimal price, int stock, Set<String> tags) {
    static Product of(EntityRow row) {
      return new Product(
          row.key().text(0),
          row.text("title"),
          row.decimal("price"),
          row.intValue("stock"),
          row.texts("tags"));
    }
  }

  /** An order that was placed. */
  public record Order(String id, String customer, Instant placed, BigDecimal total) {
    static Order of(EntityRow row) {
      return new Order(
          row.key().text(0), row.text("customer"), row.timestamp("placed"), row.decimal("total"));
    }

    Order requireCustomer(String email) {
      if (!customer.equals(Shop.customer(email).text(0))) {
        throw new OrderIdTakenException(id);
      }
      return this;
    }
  }

  /** The id of an order is that of another customer's order. Nothing was changed. */
  public static final class OrderIdTakenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OrderIdTakenException(String id) {
      super("'" + id + "' is another customer's order");
    }
  }

  /** Too few of a product are left, or there is no such product. Nothing was changed. */
  public static final class OutOfStockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutOfStockException(String sku) {
      super("too few of '" + sku + "' are left");
    }
  }

  /**
   * Registers a customer.
   *
   * @return false if the e-mail address is taken
   */
  public boolean register(String email, String name) {
    try {
      store.write(
          tx -> {
            tx.insert("customer", customer(email), Map.of("name", name, "joined", now()));
            return null;
          });
      return true;
    } catch (RowExistsException taken) {
      return false;
    }
  }

  /** Returns the key of a customer: every spelling of an address is the same customer. */
  private static Tuple customer(String email) {
    return Tuple.of(email.toLowerCase(Locale.ROOT));
  }

  /** Adds a product with its stock, or replaces it. */
  public void stockUp(Product product) {
    store.write(
        tx -> {
          tx.put(
              "product",
              Tuple.of(product.sku()),
              Map.of(
                  "title", product.title(),
                  "price", product.price(),
                  "stock", product.stock(),
                  "tags", product.tags()));
          return null;
        });
  }

  public Optional<Product> product(String sku) {
    return store.get("product", Tuple.of(sku), Columns.ALL).map(Product::of);
  }

  /** Returns a page of the products with a tag, in the order of their SKUs. */
  public List<Product> products(String tag, int limit) {
    List<Tuple> keys = store.index("products_by_tag", Tuple.of(tag), Paging.first(limit)).entries();
    return store.getAll("product", keys, Columns.ALL).stream()
        .flatMap(Optional::stream)
        .map(Product::of)
        .toList();
  }

  /**
   * Places an order and takes its products out of the stock, or does neither.
   *
   * @param id chosen by the caller before, at random: an order of the customer that was placed
   *     under this id already is returned as it is. So a caller who does not know whether an order
   *     was placed places it again
   * @param email of a customer, registered or not
   * @param wanted the quantities by product
   * @throws OutOfStockException if too few are left
   * @throws OrderIdTakenException if another customer has an order of this id
   */
  public Order placeOrder(String id, String email, Map<String, Integer> wanted) {
    return store.write(
        tx -> {
          Optional<EntityRow> placed = tx.get("order", Tuple.of(id), Columns.ALL);
          if (placed.isPresent()) {
            return Order.of(placed.get()).requireCustomer(email);
          }
          BigDecimal total = BigDecimal.ZERO.setScale(2);
          for (Map.Entry<String, Integer> line : wanted.entrySet()) {
            total = total.add(take(tx, id, line.getKey(), line.getValue()));
          }
          Order order = new Order(id, customer(email).text(0), now(), total);
          tx.insert(
              "order",
              Tuple.of(id),
              Map.of("customer", order.customer(), "placed", order.placed(), "total", total));
          return order;
        });
  }

  /** Takes a product out of the stock for an order; returns what it costs. */
  private static BigDecimal take(StoreTransaction tx, String order, String sku, int quantity) {
    EntityRow row =
        tx.get("product", Tuple.of(sku), Columns.ALL)
            .filter(found -> found.intValue("stock") >= quantity)
            .orElseThrow(() -> new OutOfStockException(sku));
    tx.update("product", row.key(), Map.of("stock", row.intValue("stock") - quantity));
    tx.putItem(
        "order",
        Tuple.of(order),
        "lines",
        Tuple.of(sku),
        Map.of("quantity", quantity, "price", row.decimal("price")));
    return row.decimal("price").multiply(BigDecimal.valueOf(quantity));
  }

  /** Returns a customer's latest orders, a page at a time. */
  public Slice<Tuple> orders(String email, Paging page) {
    return store.index("orders_of_customer", customer(email), page);
  }

  public List<Order> orders(List<Tuple> keys) {
    return store.getAll("order", keys, Columns.ALL).stream()
        .flatMap(Optional::stream)
        .map(Order::of)
        .toList();
  }

  /** Returns the quantities of an order by product. */
  public Map<String, Integer> lines(String order) {
    Map<String, Integer> lines = new TreeMap<>();
    Paging page = Paging.first(100);
    while (true) {
      Slice<Item> slice = store.items("order", Tuple.of(order), "lines", page);
      for (Item line : slice.entries()) {
        lines.put(line.key().text(0), (Integer) line.value("quantity"));
      }
      if (slice.next().isEmpty()) {
        return lines;
      }
      page = page.following(slice);
    }
  }

  public long countOrders() {
    return store.counter("orders");
  }

  /** Timestamps have microseconds. */
  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  @Override
  public void close() {
    store.close();
  }
}
