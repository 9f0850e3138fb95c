package org.portolan.bench.shop;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The rows of orders by hand on Cassandra. A product is a partition: its stock is a static column,
 * a reservation a row, and one lightweight transaction changes both. It needs the old stock, so the
 * stock that this process has seen last is remembered: mostly that saves a read, and otherwise the
 * transaction fails and returns the newest one. Threads of this process take turns at a product,
 * since lightweight transactions that contend for a partition hold each other up. Thread-safe.
 */
final class CassandraRows implements ReservedRows {
  private static final int PARTS = 16;
  private static final int BACKOFF_MS_MAX = 40;

  private final CassandraTables tables;
  private final PreparedStatement product;
  private final PreparedStatement reserve;
  private final PreparedStatement release;
  private final PreparedStatement clear;
  private final PreparedStatement reservations;
  private final PreparedStatement reservation;
  private final PreparedStatement state;
  private final PreparedStatement first;
  private final PreparedStatement next;
  private final PreparedStatement entry;
  private final PreparedStatement count;
  private final PreparedStatement counted;
  private final Map<String, Product> seen = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<Void>> turns = new ConcurrentHashMap<>();

  private record Product(int stock, long price) {}

  CassandraRows(CassandraTables tables) {
    this.tables = tables;
    product = tables.prepareSerial("SELECT stock, price FROM {product} WHERE sku = ? LIMIT 1");
    reserve =
        tables.prepare(
            "BEGIN BATCH UPDATE {product} SET stock = ? WHERE sku = ? IF stock = ?;"
                + " INSERT INTO {product} (sku, attempt, reservation) VALUES (?, ?, ?);"
                + " APPLY BATCH");
    release =
        tables.prepare(
            "BEGIN BATCH UPDATE {product} SET stock = ? WHERE sku = ? IF stock = ?;"
                + " DELETE FROM {product} WHERE sku = ? AND attempt = ? IF EXISTS;"
                + " APPLY BATCH");
    clear = tables.prepare("DELETE FROM {product} WHERE sku = ? AND attempt = ?");
    reservations = tables.prepareSerial("SELECT attempt, reservation FROM {product} WHERE sku = ?");
    reservation =
        tables.prepareSerial("SELECT reservation FROM {product} WHERE sku = ? AND attempt = ?");
    state = tables.prepareSerial("SELECT epoch, attempt, content FROM {order} WHERE id = ?");
    first =
        tables.prepare(
            "INSERT INTO {order} (id, epoch, attempt, content) VALUES (?, ?, ?, ?) IF NOT EXISTS");
    next =
        tables.prepare(
            "UPDATE {order} SET epoch = ?, attempt = ?, content = ? WHERE id = ? IF epoch = ?");
    entry = tables.prepare("INSERT INTO {list} (customer, placed, id, total) VALUES (?, ?, ?, ?)");
    count = tables.prepare("INSERT INTO {count} (part, id) VALUES (?, ?)");
    counted = tables.prepare("SELECT count(*) FROM {count} WHERE part = ?");
  }

  private CompletableFuture<AsyncResultSet> execute(Statement<?> statement) {
    return tables.execute(statement);
  }

  /** Reads a product and remembers it. */
  private CompletableFuture<Optional<Product>> read(String sku) {
    return execute(product.bind(sku))
        .thenApply(
            rows -> {
              Row row = rows.one();
              if (row == null || row.isNull("stock")) {
                return Optional.empty();
              }
              Product found = new Product(row.getInt("stock"), row.getLong("price"));
              seen.put(sku, found);
              return Optional.of(found);
            });
  }

  @Override
  public CompletableFuture<Map<String, Long>> prices(Collection<String> skus) {
    Map<String, Long> prices = new ConcurrentHashMap<>();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    for (String sku : skus) {
      Product known = seen.get(sku);
      if (known != null) {
        prices.put(sku, known.price());
      } else {
        reads.add(
            read(sku).thenAccept(found -> found.ifPresent(each -> prices.put(sku, each.price()))));
      }
    }
    return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new))
        .thenApply(done -> prices);
  }

  /** Does some work when the work of others of this process at the product has ended. */
  private <T> CompletableFuture<T> inTurn(String sku, Supplier<CompletableFuture<T>> work) {
    CompletableFuture<Void> ended = new CompletableFuture<>();
    CompletableFuture<Void> before = turns.put(sku, ended);
    return (before == null ? CompletableFuture.<Void>completedFuture(null) : before)
        .thenCompose(any -> work.get())
        .whenComplete((any, failure) -> ended.complete(null));
  }

  @Override
  public CompletableFuture<Boolean> reserve(Reservation wanted) {
    return inTurn(wanted.sku(), () -> reserve(wanted, Optional.ofNullable(seen.get(wanted.sku()))));
  }

  /**
   * @param known the product as it was seen last
   */
  private CompletableFuture<Boolean> reserve(Reservation wanted, Optional<Product> known) {
    if (known.isEmpty() || known.get().stock() < wanted.quantity()) {
      // Only the newest stock can be too small.
      return read(wanted.sku())
          .thenCompose(
              newest ->
                  newest.isEmpty() || newest.get().stock() < wanted.quantity()
                      ? CompletableFuture.completedFuture(false)
                      : reserve(wanted, newest));
    }
    String sku = wanted.sku();
    int before = known.get().stock();
    int after = before - wanted.quantity();
    ByteBuffer bytes = ByteBuffer.wrap(wanted.bytes());
    return execute(reserve.bind(after, sku, before, sku, wanted.attempt(), bytes))
        .thenCompose(
            answer -> {
              if (answer.wasApplied()) {
                seen.put(sku, new Product(after, known.get().price()));
                return CompletableFuture.completedFuture(true);
              }
              return later(() -> read(sku).thenCompose(newest -> reserve(wanted, newest)));
            });
  }

  /** Another process was first: the two should not meet again at once. */
  private static <T> CompletableFuture<T> later(Supplier<CompletableFuture<T>> work) {
    Executor delayed =
        CompletableFuture.delayedExecutor(
            ThreadLocalRandom.current().nextInt(BACKOFF_MS_MAX), TimeUnit.MILLISECONDS);
    return CompletableFuture.supplyAsync(() -> null, delayed).thenCompose(none -> work.get());
  }

  @Override
  public CompletableFuture<Void> release(Reservation taken) {
    return inTurn(taken.sku(), () -> releaseOnce(taken));
  }

  private CompletableFuture<Void> releaseOnce(Reservation taken) {
    String sku = taken.sku();
    return execute(reservation.bind(sku, taken.attempt()))
        .thenCompose(
            rows ->
                rows.one() == null
                    ? CompletableFuture.<Void>completedFuture(null)
                    : read(sku).thenCompose(newest -> release(taken, newest.orElseThrow())));
  }

  private CompletableFuture<Void> release(Reservation taken, Product newest) {
    String sku = taken.sku();
    int after = newest.stock() + taken.quantity();
    return execute(release.bind(after, sku, newest.stock(), sku, taken.attempt()))
        .thenCompose(
            answer -> {
              if (answer.wasApplied()) {
                seen.put(sku, new Product(after, newest.price()));
                return CompletableFuture.completedFuture(null);
              }
              return later(() -> releaseOnce(taken));
            });
  }

  /**
   * These writes are no lightweight transactions. If the clock of one is behind and it deletes
   * nothing, the reservation is settled later.
   */
  @Override
  public void clear(List<Reservation> settled) {
    CompletableFuture.allOf(
            settled.stream()
                .map(each -> execute(clear.bind(each.sku(), each.attempt())))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  @Override
  public CompletableFuture<State> state(String order) {
    return execute(state.bind(order))
        .thenApply(
            rows -> {
              Row row = rows.one();
              if (row == null) {
                return State.NONE;
              }
              Optional<String> attempt = Optional.ofNullable(row.getString("attempt"));
              return new State(
                  row.getInt("epoch"),
                  attempt,
                  attempt.map(any -> Order.of(order, bytes(row.getByteBuffer("content")))));
            });
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  @Override
  public CompletableFuture<Boolean> decide(String order, State wish) {
    String attempt = wish.attempt().orElse(null);
    ByteBuffer content = wish.order().map(each -> ByteBuffer.wrap(each.bytes())).orElse(null);
    int epoch = wish.epoch();
    return execute(
            epoch == 1
                ? first.bind(order, epoch, attempt, content)
                : next.bind(epoch, attempt, content, order, epoch - 1))
        .thenApply(AsyncResultSet::wasApplied);
  }

  /** The count is a row for each order, in one of 16 partitions. */
  @Override
  public CompletableFuture<Void> announce(Order order) {
    int part = Math.floorMod(order.id().hashCode(), PARTS);
    return CompletableFuture.allOf(
        execute(entry.bind(order.customer(), order.placed(), order.id(), order.total())),
        execute(count.bind(part, order.id())));
  }

  long count() {
    long sum = 0;
    for (int part = 0; part < PARTS; part++) {
      sum += execute(counted.bind(part)).join().one().getLong(0);
    }
    return sum;
  }

  Map<String, Integer> stocks(Set<String> skus) {
    Map<String, CompletableFuture<Optional<Product>>> reads = new HashMap<>();
    skus.forEach(sku -> reads.put(sku, read(sku)));
    Map<String, Integer> stocks = new HashMap<>();
    reads.forEach((sku, each) -> stocks.put(sku, each.join().orElseThrow().stock()));
    return stocks;
  }

  @Override
  public List<Reservation> reservations(Set<String> skus) {
    List<Reservation> found = new ArrayList<>();
    for (String sku : skus) {
      for (Row row : tables.session().execute(reservations.bind(sku))) {
        if (row.getString("attempt") != null) {
          found.add(
              Reservation.of(
                  sku, row.getString("attempt"), bytes(row.getByteBuffer("reservation"))));
        }
      }
    }
    return found;
  }
}
