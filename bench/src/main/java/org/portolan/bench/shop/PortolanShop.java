package org.portolan.bench.shop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.LongAdder;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.Paging;
import org.portolan.data.RowExistsException;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.WriteConflictException;
import org.portolan.data.records.Entity;
import org.portolan.data.records.Items;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/** The shop on the data layer: the same code on every engine. */
public final class PortolanShop implements ShopSide {
  private static final int CALLS_MAX = 1_000;
  private static final int PAGE = 1_000;

  private final Store store;
  private final Entity<Customer> customers;
  private final Entity<Product> products;
  private final Entity<Placed> orders;
  private final Items<Line> lines;
  private final LongAdder givenUp = new LongAdder();

  /** A customer. */
  public record Customer(String id, String email, String name, Instant joined) {}

  /** A product and what is left of it. */
  public record Product(String sku, int stock, BigDecimal price) {}

  /** An order. */
  public record Placed(String id, String customer, Instant placed, BigDecimal total) {}

  /** A part of an order. */
  public record Line(String sku, int quantity, BigDecimal price) {}

  private static final class OutOfStockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    OutOfStockException() {
      super("too few are left", null, false, false);
    }
  }

  /**
   * @param store with the {@link #design}; its opener closes it
   */
  public PortolanShop(Store store) {
    this.store = store;
    customers = Entity.of(store, "customer", Customer.class);
    products = Entity.of(store, "product", Product.class);
    orders = Entity.of(store, "order", Placed.class);
    lines = orders.items("lines", Line.class);
  }

  /** Returns the design of a shop, which opens on every engine. */
  public static Design design() {
    try (InputStream file = PortolanShop.class.getResourceAsStream("shop.yaml")) {
      return DesignReader.read(
          new String(file.readAllBytes(), StandardCharsets.UTF_8), "shop.yaml");
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  @Override
  public void stockUp(Set<String> skus, int stock, long price) {
    for (String sku : skus) {
      Product product = new Product(sku, stock, BigDecimal.valueOf(price, 2));
      store.write(
          tx -> {
            products.put(tx, product);
            return null;
          });
    }
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  @Override
  public Optional<String> register(String email, String name) {
    Customer customer = new Customer(UUID.randomUUID().toString(), email, name, now());
    try {
      store.write(
          tx -> {
            customers.insert(tx, customer);
            return null;
          });
      return Optional.of(customer.id());
    } catch (DuplicateValueException taken) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<String> customer(String email) {
    return store.index("customer_of_email", Tuple.of(email), Paging.first(1)).entries().stream()
        .map(key -> key.text(0))
        .findFirst();
  }

  @Override
  public Optional<String> name(String customer) {
    return customers.get(store, customer).map(Customer::name);
  }

  /** An order that is given up after conflicts is placed again, as a caller would. */
  @Override
  public boolean place(String id, String customer, SortedMap<String, Integer> wanted) {
    for (int call = 1; ; call++) {
      try {
        return placeOnce(store, id, customer, wanted);
      } catch (WriteConflictException busy) {
        givenUp.increment();
        if (call == CALLS_MAX) {
          throw busy;
        }
      }
    }
  }

  private boolean placeOnce(
      Store through, String id, String customer, SortedMap<String, Integer> wanted) {
    try {
      through.write(
          tx -> {
            insert(tx, id, customer, wanted);
            return null;
          });
      return true;
    } catch (OutOfStockException none) {
      return false;
    } catch (RowExistsException placedBefore) {
      boolean own =
          orders.get(store, id).filter(order -> order.customer().equals(customer)).isPresent();
      if (!own) {
        throw placedBefore;
      }
      return true;
    }
  }

  private void insert(
      StoreTransaction tx, String id, String customer, SortedMap<String, Integer> wanted) {
    List<Tuple> keys = wanted.keySet().stream().map(Tuple::of).toList();
    BigDecimal total = BigDecimal.ZERO.setScale(2);
    List<Line> taken = new ArrayList<>();
    for (Optional<Product> found : products.getAll(tx, keys)) {
      Product product = found.orElseThrow(OutOfStockException::new);
      int quantity = wanted.get(product.sku());
      if (quantity > product.stock()) {
        throw new OutOfStockException();
      }
      products.update(tx, new Product(product.sku(), product.stock() - quantity, product.price()));
      taken.add(new Line(product.sku(), quantity, product.price()));
      total = total.add(product.price().multiply(BigDecimal.valueOf(quantity)));
    }
    orders.insert(tx, new Placed(id, customer, now(), total));
    taken.forEach(line -> lines.insert(tx, Tuple.of(id), line));
  }

  @Override
  public List<Order.Summary> newest(String customer, int count) {
    return newest(customer, Paging.first(count)).entries();
  }

  private Slice<Order.Summary> newest(String customer, Paging paging) {
    return orders
        .index(store, "orders_of_customer", Tuple.of(customer), paging)
        .map(
            order ->
                new Order.Summary(
                    order.id(),
                    ChronoUnit.MICROS.between(Instant.EPOCH, order.placed()),
                    order.total().unscaledValue().longValueExact()));
  }

  @Override
  public SortedMap<String, Integer> lines(String order) {
    SortedMap<String, Integer> quantities = new TreeMap<>();
    Paging.first(PAGE).stream(page -> lines.page(store, Tuple.of(order), page))
        .forEach(line -> quantities.put(line.sku(), line.quantity()));
    return quantities;
  }

  @Override
  public Map<String, Integer> stocks(Set<String> skus) {
    Map<String, Integer> stocks = new TreeMap<>();
    List<Tuple> keys = skus.stream().map(Tuple::of).toList();
    for (int from = 0; from < keys.size(); from += PAGE) {
      products
          .getAll(store, keys.subList(from, Math.min(keys.size(), from + PAGE)))
          .forEach(each -> each.ifPresent(found -> stocks.put(found.sku(), found.stock())));
    }
    return stocks;
  }

  @Override
  public long countOrders() {
    return store.counter("orders");
  }

  /** Returns how often an order was given up after conflicts, and placed again. */
  long givenUp() {
    return givenUp.sum();
  }

  /** Returns the store's work for an order. */
  Trace.Counts traceOfOrder(String id, String customer, SortedMap<String, Integer> wanted) {
    Trace trace = new Trace();
    placeOnce(store.traced(trace), id, customer, wanted);
    return trace.counts();
  }

  /** Does not close the store; its opener does. */
  @Override
  public void close() {}
}
