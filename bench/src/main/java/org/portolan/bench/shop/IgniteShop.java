package org.portolan.bench.shop;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.client.IgniteClient;
import org.portolan.bench.client.IgniteClients;
import org.portolan.bench.client.IgniteNode;
import org.portolan.engine.adapter.ClusterUri;

/**
 * The shop on Ignite's own client node: a transaction for each order, optimistic and serializable,
 * so that a killed client leaves nothing half made. Threads take turns at a product, so that only
 * orders of other processes conflict. After each commit the client node and a server are asked
 * whether they see a majority of the baseline, so that nothing is acknowledged on the small side of
 * a split.
 */
final class IgniteShop implements ShopSide {
  private static final int ENTRIES = 6;
  private static final int COUNTS = 64;

  private final IgniteClient client;
  private final IgniteNode node;
  private final String prefix;
  private final Turns turns = new Turns();
  private final IgniteCache<String, long[]> products;
  private final IgniteCache<String, byte[]> orders;
  private final IgniteCache<String, byte[]> lists;
  private final IgniteCache<String, String> emails;
  private final IgniteCache<String, String> customers;
  private final IgniteCache<Integer, Long> counts;

  /** Each thread counts in a separate row, unless there are more threads than rows. */
  private final AtomicInteger threads = new AtomicInteger();

  private final ThreadLocal<Integer> countOfThread =
      ThreadLocal.withInitial(() -> threads.getAndIncrement() % COUNTS);

  /**
   * @param address of a store that is open in this process: its client node is used
   * @param name of the shop: two of the same name are the same shop
   * @param like a cache of that store, whose settings the caches of the shop get
   */
  IgniteShop(ClusterUri address, String name, String like) {
    client = IgniteClients.open(address);
    node = new IgniteNode(client);
    prefix = address.name() + "." + name + ".";
    String model = address.name() + "." + like;
    products = node.like(model, prefix + "product");
    orders = node.like(model, prefix + "order");
    lists = node.like(model, prefix + "list");
    emails = node.like(model, prefix + "email");
    customers = node.like(model, prefix + "customer");
    counts = node.like(model, prefix + "count");
  }

  @Override
  public void stockUp(Set<String> skus, int stock, long price) {
    skus.forEach(sku -> products.put(sku, new long[] {stock, price}));
    node.requireMajority();
  }

  @Override
  public Optional<String> register(String email, String name) {
    String id = UUID.randomUUID().toString();
    boolean made =
        node.inTransaction(
            2,
            () -> {
              if (emails.get(email) != null) {
                return false;
              }
              emails.put(email, id);
              customers.put(id, CustomerText.now(email, name));
              return true;
            });
    node.requireMajority();
    return made ? Optional.of(id) : Optional.empty();
  }

  @Override
  public Optional<String> customer(String email) {
    return Optional.ofNullable(emails.get(email));
  }

  @Override
  public Optional<String> name(String customer) {
    return Optional.ofNullable(customers.get(customer)).map(CustomerText::name);
  }

  @Override
  public boolean place(String id, String customer, SortedMap<String, Integer> wanted) {
    boolean placed =
        turns.take(
            wanted.keySet(),
            () -> node.inTransaction(ENTRIES, () -> placeOnce(id, customer, wanted)));
    node.requireMajority();
    return placed;
  }

  private boolean placeOnce(String id, String customer, SortedMap<String, Integer> wanted) {
    byte[] before = orders.get(id);
    if (before != null) {
      if (!Order.of(id, before).customer().equals(customer)) {
        throw new IllegalArgumentException("'" + id + "' is another customer's order");
      }
      return true;
    }
    Map<String, long[]> found = products.getAll(new TreeSet<>(wanted.keySet()));
    SortedMap<String, long[]> changed = new TreeMap<>();
    Map<String, Long> prices = new HashMap<>();
    for (Map.Entry<String, Integer> each : wanted.entrySet()) {
      long[] product = found.get(each.getKey());
      if (product == null || product[0] < each.getValue()) {
        return false;
      }
      changed.put(each.getKey(), new long[] {product[0] - each.getValue(), product[1]});
      prices.put(each.getKey(), product[1]);
    }
    Order order = Order.now(id, customer, wanted, prices);
    products.putAll(changed);
    orders.put(id, order.bytes());
    byte[] list = lists.get(customer);
    lists.put(customer, longer(list == null ? new byte[0] : list, order));
    Integer shard = countOfThread.get();
    Long count = counts.get(shard);
    counts.put(shard, count == null ? 1L : count + 1);
    return true;
  }

  /** Returns a list with one more entry, the latest last. */
  private static byte[] longer(byte[] list, Order order) {
    byte[] id = order.id().getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(list.length + 2 * Long.BYTES + id.length + Integer.BYTES)
        .put(list)
        .putLong(order.placed())
        .putLong(order.total())
        .put(id)
        .putInt(id.length)
        .array();
  }

  @Override
  public List<Order.Summary> newest(String customer, int count) {
    byte[] list = lists.get(customer);
    List<Order.Summary> newest = new ArrayList<>();
    ByteBuffer entries = ByteBuffer.wrap(list == null ? new byte[0] : list);
    int end = entries.limit();
    while (end > 0 && newest.size() < count) {
      int length = entries.getInt(end - Integer.BYTES);
      int id = end - Integer.BYTES - length;
      int begin = id - 2 * Long.BYTES;
      newest.add(
          new Order.Summary(
              new String(Arrays.copyOfRange(list, id, id + length), StandardCharsets.UTF_8),
              entries.getLong(begin),
              entries.getLong(begin + Long.BYTES)));
      end = begin;
    }
    return newest;
  }

  @Override
  public SortedMap<String, Integer> lines(String order) {
    byte[] row = orders.get(order);
    return row == null ? new TreeMap<>() : Order.of(order, row).quantities();
  }

  @Override
  public Map<String, Integer> stocks(Set<String> skus) {
    Map<String, Integer> stocks = new HashMap<>();
    products
        .getAll(new TreeSet<>(skus))
        .forEach((sku, product) -> stocks.put(sku, Math.toIntExact(product[0])));
    return stocks;
  }

  @Override
  public long countOrders() {
    Set<Integer> shards = new TreeSet<>();
    for (int shard = 0; shard < COUNTS; shard++) {
      shards.add(shard);
    }
    return counts.getAll(shards).values().stream().mapToLong(Long::longValue).sum();
  }

  /** Removes the caches. Does not close the client node; the store does. */
  @Override
  public void close() {
    List.of(products, orders, lists, emails, customers, counts).forEach(IgniteCache::destroy);
    client.close();
  }
}
