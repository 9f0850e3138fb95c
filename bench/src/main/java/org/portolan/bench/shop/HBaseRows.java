package org.portolan.bench.shop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.util.Bytes;

/** The rows of orders by hand on HBase. Thread-safe. */
final class HBaseRows implements ReservedRows {
  static final byte[] FAMILY = Bytes.toBytes("s");
  static final byte[] STOCK = Bytes.toBytes("stock");
  static final byte[] PRICE = Bytes.toBytes("price");

  private static final byte[] RESERVED = HBaseTables.RESERVED;
  private static final byte[] EPOCH = Bytes.toBytes("epoch");
  private static final byte[] ATTEMPT = Bytes.toBytes("attempt");
  private static final byte[] CONTENT = Bytes.toBytes("content");
  private static final String HEX = "0123456789abcdef";

  private final AsyncTable<AdvancedScanResultConsumer> products;
  private final AsyncTable<AdvancedScanResultConsumer> productsOnce;
  private final AsyncTable<AdvancedScanResultConsumer> orders;
  private final AsyncTable<AdvancedScanResultConsumer> ordersOnce;
  private final AsyncTable<AdvancedScanResultConsumer> lists;

  HBaseRows(HBaseTables tables) {
    products = tables.table("product");
    productsOnce = tables.once("product");
    orders = tables.table("order");
    ordersOnce = tables.once("order");
    lists = tables.table("list");
  }

  @Override
  public CompletableFuture<Map<String, Long>> prices(Collection<String> skus) {
    List<Get> gets =
        skus.stream().map(sku -> new Get(Bytes.toBytes(sku)).addColumn(FAMILY, PRICE)).toList();
    return products
        .getAll(gets)
        .thenApply(
            rows -> {
              Map<String, Long> prices = new HashMap<>();
              for (Result row : rows) {
                if (!row.isEmpty()) {
                  prices.put(
                      Bytes.toString(row.getRow()), Bytes.toLong(row.getValue(FAMILY, PRICE)));
                }
              }
              return prices;
            });
  }

  /** Applies changes of one row at once. */
  private static RowMutations together(byte[] row, Mutation... changes) {
    try {
      RowMutations all = new RowMutations(row);
      for (Mutation change : changes) {
        all.add(change.setDurability(Durability.FSYNC_WAL));
      }
      return all;
    } catch (IOException otherRow) {
      throw new IllegalStateException(otherRow);
    }
  }

  /** The server compares the stock and changes it, so that no other order comes in between. */
  @Override
  public CompletableFuture<Boolean> reserve(Reservation reservation) {
    byte[] row = Bytes.toBytes(reservation.sku());
    long quantity = reservation.quantity();
    return productsOnce
        .checkAndMutate(
            CheckAndMutate.newBuilder(row)
                // HBase puts the value on the left: it must be at most what the cell contains.
                .ifMatches(FAMILY, STOCK, CompareOperator.LESS_OR_EQUAL, Bytes.toBytes(quantity))
                .build(
                    together(
                        row,
                        new Increment(row).addColumn(FAMILY, STOCK, -quantity),
                        new Put(row)
                            .addColumn(
                                RESERVED,
                                Bytes.toBytes(reservation.attempt()),
                                reservation.bytes()))))
        .thenApply(CheckAndMutateResult::isSuccess);
  }

  @Override
  public CompletableFuture<Void> release(Reservation reservation) {
    byte[] row = Bytes.toBytes(reservation.sku());
    byte[] attempt = Bytes.toBytes(reservation.attempt());
    return productsOnce
        .checkAndMutate(
            CheckAndMutate.newBuilder(row)
                .ifEquals(RESERVED, attempt, reservation.bytes())
                .build(
                    together(
                        row,
                        new Increment(row).addColumn(FAMILY, STOCK, reservation.quantity()),
                        new Delete(row).addColumns(RESERVED, attempt))))
        .thenApply(done -> null);
  }

  @Override
  public void clear(List<Reservation> reservations) {
    List<Delete> deletes =
        reservations.stream()
            .map(
                each ->
                    new Delete(Bytes.toBytes(each.sku()))
                        .setDurability(Durability.ASYNC_WAL)
                        .addColumns(RESERVED, Bytes.toBytes(each.attempt())))
            .toList();
    products.deleteAll(deletes).join();
  }

  @Override
  public CompletableFuture<State> state(String order) {
    return orders.get(new Get(Bytes.toBytes(order))).thenApply(row -> state(order, row));
  }

  private static State state(String order, Result row) {
    if (row.isEmpty()) {
      return State.NONE;
    }
    int epoch = Bytes.toInt(row.getValue(FAMILY, EPOCH));
    byte[] attempt = row.getValue(FAMILY, ATTEMPT);
    return attempt == null
        ? new State(epoch, Optional.empty(), Optional.empty())
        : new State(
            epoch,
            Optional.of(Bytes.toString(attempt)),
            Optional.of(Order.of(order, row.getValue(FAMILY, CONTENT))));
  }

  @Override
  public CompletableFuture<Boolean> decide(String order, State state) {
    byte[] row = Bytes.toBytes(order);
    Put put =
        new Put(row)
            .setDurability(Durability.FSYNC_WAL)
            .addColumn(FAMILY, EPOCH, Bytes.toBytes(state.epoch()));
    state.attempt().ifPresent(attempt -> put.addColumn(FAMILY, ATTEMPT, Bytes.toBytes(attempt)));
    state.order().ifPresent(content -> put.addColumn(FAMILY, CONTENT, content.bytes()));
    CheckAndMutate.Builder condition = CheckAndMutate.newBuilder(row);
    int before = state.epoch() - 1;
    return ordersOnce
        .checkAndMutate(
            (before == 0
                    ? condition.ifNotExists(FAMILY, EPOCH)
                    : condition.ifEquals(FAMILY, EPOCH, Bytes.toBytes(before)))
                .build(put))
        .thenApply(CheckAndMutateResult::isSuccess);
  }

  /** The count is a cell for each order, in one of 16 rows of the table of lists. */
  @Override
  public CompletableFuture<Void> announce(Order order) {
    byte[] id = Bytes.toBytes(order.id());
    Put entry =
        new Put(Bytes.toBytes(order.customer()))
            .addColumn(FAMILY, entry(order), Bytes.toBytes(order.total()));
    Put count =
        new Put(countRow(Math.floorMod(order.id().hashCode(), HEX.length())))
            .addColumn(FAMILY, id, Bytes.toBytes(1L));
    entry.setDurability(Durability.FSYNC_WAL);
    count.setDurability(Durability.FSYNC_WAL);
    return CompletableFuture.allOf(lists.put(entry), lists.put(count));
  }

  /** Returns the row of a part of the count; the parts are spread over the regions. */
  private static byte[] countRow(int part) {
    return Bytes.toBytes(HEX.charAt(part) + "/orders");
  }

  /** Returns the column of an entry: the latest order first. */
  private static byte[] entry(Order order) {
    byte[] id = Bytes.toBytes(order.id());
    return ByteBuffer.allocate(Long.BYTES + id.length)
        .putLong(Long.MAX_VALUE - order.placed())
        .put(id)
        .array();
  }

  static Order.Summary entry(byte[] column, byte[] total) {
    ByteBuffer in = ByteBuffer.wrap(column);
    long placed = Long.MAX_VALUE - in.getLong();
    return new Order.Summary(
        StandardCharsets.UTF_8.decode(in).toString(), placed, Bytes.toLong(total));
  }

  long count() {
    long count = 0;
    for (int part = 0; part < HEX.length(); part++) {
      count += lists.get(new Get(countRow(part))).join().size();
    }
    return count;
  }

  @Override
  public List<Reservation> reservations(Set<String> skus) {
    List<Get> gets =
        skus.stream().map(sku -> new Get(Bytes.toBytes(sku)).addFamily(RESERVED)).toList();
    List<Reservation> found = new ArrayList<>();
    for (Result row : products.getAll(gets).join()) {
      if (!row.isEmpty()) {
        String sku = Bytes.toString(row.getRow());
        row.getFamilyMap(RESERVED)
            .forEach(
                (attempt, bytes) -> found.add(Reservation.of(sku, Bytes.toString(attempt), bytes)));
      }
    }
    return found;
  }
}
