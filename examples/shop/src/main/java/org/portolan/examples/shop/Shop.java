package org.portolan.examples.shop;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.portolan.data.AsyncOptions;
import org.portolan.data.AsyncStore;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.OutOfBoundsException;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreHealth;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.data.records.Items;
import org.portolan.examples.shop.rows.Customer;
import org.portolan.examples.shop.rows.CustomerRows;
import org.portolan.examples.shop.rows.Order;
import org.portolan.examples.shop.rows.OrderRows;
import org.portolan.examples.shop.rows.Product;
import org.portolan.examples.shop.rows.ProductRows;
import org.portolan.examples.shop.rows.ShopDesign;
import org.portolan.types.Tuple;

/**
 * The shop on a store. Thread-safe: open one, and share it. Every method throws {@link
 * org.portolan.engine.StoreException} if the store fails, and {@link IllegalArgumentException} if a
 * value is none that it can keep.
 */
public final class Shop implements AutoCloseable {
  private static final BigDecimal ZERO = BigDecimal.ZERO.setScale(2);

  private final Store store;
  private final AsyncStore async;
  private final CustomerRows customers;
  private final ProductRows products;
  private final OrderRows orders;
  private final Items<Line> lines;

  /** Makes the shop of a store with its design, and closes it with the shop. */
  public Shop(Store store) {
    this.store = store;
    async = store.async(AsyncOptions.DEFAULT);
    customers = new CustomerRows(store);
    products = new ProductRows(store);
    orders = new OrderRows(store);
    lines = orders.entity().items(OrderRows.COLLECTION_LINES, Line.class);
  }

  /** Opens the shop of a URI, such as {@code rocksdb:shop}; creates it if there is none. */
  public static Shop open(String uri) {
    return open(uri, StoreOptions.DEFAULT);
  }

  /** Opens a shop that is watched, for example. */
  public static Shop open(String uri, StoreOptions options) {
    return new Shop(Stores.openOrCreate(uri, ShopDesign.design(), options));
  }

  /** A part of an order. */
  public record Line(String sku, int quantity, BigDecimal price) {
    BigDecimal total() {
      return price.multiply(BigDecimal.valueOf(quantity));
    }
  }

  /** Another customer has the address, in this spelling or another. Nothing was changed. */
  public static final class AddressTakenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AddressTakenException(String email) {
      super("the address '" + email + "' is taken");
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
   * @throws AddressTakenException if another customer has the e-mail address
   */
  public Customer register(String email, String name) {
    Customer customer = new Customer(UUID.randomUUID().toString(), email, name, now());
    try {
      store.write(
          tx -> {
            customers.insert(tx, customer);
            return null;
          });
      return customer;
    } catch (DuplicateValueException taken) {
      throw new AddressTakenException(email);
    }
  }

  /** Returns the customer who has an e-mail address, in whatever spelling. */
  public Optional<Customer> customer(String email) {
    return customers.customerOfEmail(store, email);
  }

  /**
   * Gives a customer another e-mail address, or the same in another spelling.
   *
   * @return false if there is no such customer
   * @throws AddressTakenException if another customer has the address
   */
  public boolean changeAddress(String customer, String email) {
    try {
      return store.write(
          tx ->
              tx.update(
                  CustomerRows.ENTITY, CustomerRows.key(customer), Map.of(Customer.EMAIL, email)));
    } catch (DuplicateValueException taken) {
      throw new AddressTakenException(email);
    }
  }

  /**
   * Adds a product with its stock, or replaces it.
   *
   * @throws org.portolan.data.ConstraintException if its stock or price is negative
   */
  public void stockUp(Product product) {
    store.write(
        tx -> {
          products.put(tx, product);
          return null;
        });
  }

  public Optional<Product> product(String sku) {
    return products.get(store, sku);
  }

  /** Returns a page of the products with a tag, in the order of their SKUs. */
  public Slice<Product> products(String tag, Paging page) {
    return products.productsByTag(store, tag, page);
  }

  /**
   * Places an order and takes its products out of the stock, or does neither.
   *
   * @param id chosen by the caller before, at random: an order of the customer that was placed
   *     under this id already is returned as it is. So a caller who does not know whether an order
   *     was placed places it again
   * @param customer the id of the customer
   * @param wanted the quantities by product, one at least
   * @throws OutOfStockException if too few are left
   * @throws OrderIdTakenException if another customer has an order of this id
   */
  public Order placeOrder(String id, String customer, Map<String, Integer> wanted) {
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("the order has no line");
    }
    return store.write(
        tx -> {
          Optional<Order> placed = orders.get(tx, id);
          if (placed.isPresent()) {
            return placed
                .filter(order -> order.customer().equals(customer))
                .orElseThrow(() -> new OrderIdTakenException(id));
          }
          List<Line> taken = new ArrayList<>();
          wanted.forEach((sku, quantity) -> taken.add(take(tx, sku, quantity)));
          BigDecimal total = taken.stream().map(Line::total).reduce(ZERO, BigDecimal::add);
          Order order = new Order(id, customer, now(), total);
          orders.insert(tx, order);
          taken.forEach(line -> lines.insert(tx, Tuple.of(id), line));
          return order;
        });
  }

  /** Takes a product out of the stock. */
  private Line take(StoreTransaction tx, String sku, int quantity) {
    if (quantity < 1) {
      throw new IllegalArgumentException("the quantity of '" + sku + "' is less than 1");
    }
    Product product = products.get(tx, sku).orElseThrow(() -> new OutOfStockException(sku));
    try {
      products.addToStock(tx, sku, -quantity);
    } catch (OutOfBoundsException tooFew) {
      throw new OutOfStockException(sku);
    }
    return new Line(sku, quantity, product.price());
  }

  /** Returns a page of a customer's orders, the latest first. */
  public Slice<Order> orders(String customer, Paging page) {
    return orders.ordersOfCustomer(store, customer, page);
  }

  /** As {@link #orders}, without making the caller wait. */
  public CompletionStage<Slice<Order>> ordersLater(String customer, Paging page) {
    return async.call(reader -> orders.ordersOfCustomer(reader, customer, page));
  }

  /** Returns the quantities of an order by product. */
  public Map<String, Integer> lines(String order) {
    return Paging.first(100).stream(page -> lines.page(store, Tuple.of(order), page))
        .collect(Collectors.toMap(Line::sku, Line::quantity));
  }

  public long countOrders() {
    return orders.ordersCounter(store);
  }

  public StoreHealth health() {
    return store.health();
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
