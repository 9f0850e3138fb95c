package org.portolan.bench.shop;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.portolan.engine.adapter.ClusterUri;

/**
 * The shop on Cassandra's own driver, at QUORUM: orders as {@link ReservedOrders} describes. The
 * row of an e-mail address is written by a lightweight transaction and decides who has it; it
 * contains the whole customer and a mark until the customer's row is written too, and {@link
 * #settle} writes that row for a client that died in between. Ids of customers are random, so no
 * two customers meet in one.
 */
final class CassandraShop implements ShopSide {
  private static final int CLEARED_AT_ONCE = 256;

  private final CassandraTables tables;
  private final CassandraRows rows;
  private final ReservedOrders orders;
  private final PreparedStatement product;
  private final PreparedStatement claim;
  private final PreparedStatement customerRow;
  private final PreparedStatement unmark;
  private final PreparedStatement owner;
  private final PreparedStatement open;
  private final PreparedStatement newest;
  private final PreparedStatement content;
  private List<String> written = new ArrayList<>();

  /**
   * @param name of the shop: two of the same name are the same shop
   */
  CassandraShop(ClusterUri address, String name) {
    tables = new CassandraTables(address, name);
    rows = new CassandraRows(tables);
    orders = new ReservedOrders(rows);
    product =
        tables.prepare("UPDATE {product} SET stock = ?, price = ? WHERE sku = ? IF stock = null");
    claim =
        tables.prepare(
            "INSERT INTO {email} (email, id, content, open) VALUES (?, ?, ?, true) IF NOT EXISTS");
    customerRow = tables.prepare("INSERT INTO {customer} (id, content) VALUES (?, ?)");
    unmark = tables.prepare("DELETE open FROM {email} WHERE email = ?");
    owner = tables.prepareSerial("SELECT id FROM {email} WHERE email = ?");
    open =
        tables.prepare("SELECT email, id, content FROM {email} WHERE open = true ALLOW FILTERING");
    newest = tables.prepare("SELECT id, placed, total FROM {list} WHERE customer = ? LIMIT ?");
    content = tables.prepare("SELECT content FROM {customer} WHERE id = ?");
  }

  /** By lightweight transactions, since the partition of a product must see no other writes. */
  @Override
  public void stockUp(Set<String> products, int stock, long price) {
    for (String sku : products) {
      tables.execute(product.bind(stock, price, sku)).join();
    }
  }

  @Override
  public Optional<String> register(String email, String name) {
    String id = UUID.randomUUID().toString();
    String row = CustomerText.now(email, name);
    if (!tables.execute(claim.bind(email, id, row)).join().wasApplied()) {
      return Optional.empty();
    }
    tables.execute(customerRow.bind(id, row)).join();
    written(email);
    return Optional.of(id);
  }

  private void written(String email) {
    List<String> full = List.of();
    synchronized (this) {
      written.add(email);
      if (written.size() == CLEARED_AT_ONCE) {
        full = written;
        written = new ArrayList<>();
      }
    }
    unmark(full);
  }

  private void unmark(List<String> emails) {
    CompletableFuture.allOf(
            emails.stream()
                .map(email -> tables.execute(unmark.bind(email)))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  @Override
  public Optional<String> customer(String email) {
    return Optional.ofNullable(tables.execute(owner.bind(email)).join().one())
        .map(row -> row.getString("id"));
  }

  @Override
  public boolean place(String id, String customer, SortedMap<String, Integer> wanted) {
    return orders.place(id, customer, wanted);
  }

  @Override
  public List<Order.Summary> newest(String customer, int count) {
    List<Order.Summary> found = new ArrayList<>();
    for (Row row : tables.session().execute(newest.bind(customer, count))) {
      found.add(
          new Order.Summary(row.getString("id"), row.getLong("placed"), row.getLong("total")));
    }
    return found;
  }

  @Override
  public SortedMap<String, Integer> lines(String order) {
    return rows.state(order).join().order().map(Order::quantities).orElseGet(TreeMap::new);
  }

  @Override
  public Map<String, Integer> stocks(Set<String> products) {
    return rows.stocks(products);
  }

  @Override
  public long countOrders() {
    return rows.count();
  }

  /** An address has no age: to write its customer again is harmless. */
  @Override
  public int settle(Set<String> skus) {
    List<String> emails = new ArrayList<>();
    for (Row row : tables.session().execute(open.bind())) {
      tables.execute(customerRow.bind(row.getString("id"), row.getString("content"))).join();
      emails.add(row.getString("email"));
    }
    unmark(emails);
    return orders.settle(skus, ReservedOrders.OLD) + emails.size();
  }

  @Override
  public Optional<String> name(String id) {
    return Optional.ofNullable(tables.execute(content.bind(id)).join().one())
        .map(row -> CustomerText.name(row.getString("content")));
  }

  /** Removes the tables. */
  @Override
  public void close() {
    tables.close();
  }
}
