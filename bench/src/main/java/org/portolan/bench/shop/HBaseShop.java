package org.portolan.bench.shop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.engine.adapter.ClusterUri;

/**
 * The shop on HBase's own client: orders as {@link ReservedOrders} describes, with the durability
 * of the data layer's synced writes. The row of an e-mail address decides who has it, and contains
 * the whole customer and a mark until the customer's row is written too; {@link #settle} writes
 * that row for a client that died in between. Ids of customers are random, so no two customers meet
 * in one.
 */
final class HBaseShop implements ShopSide {
  private static final byte[] FAMILY = HBaseRows.FAMILY;
  private static final byte[] ID = Bytes.toBytes("id");
  private static final byte[] CONTENT = Bytes.toBytes("content");
  private static final byte[] OPEN = Bytes.toBytes("open");
  private static final int CLEARED_AT_ONCE = 256;

  private final HBaseTables tables;
  private final HBaseRows rows;
  private final ReservedOrders orders;
  private List<Delete> written = new ArrayList<>();

  /**
   * @param name of the shop: two of the same name are the same shop
   */
  HBaseShop(ClusterUri address, String name) {
    tables = new HBaseTables(address, name);
    rows = new HBaseRows(tables);
    orders = new ReservedOrders(rows);
  }

  @Override
  public void stockUp(Set<String> products, int stock, long price) {
    List<Put> puts =
        products.stream()
            .map(
                sku ->
                    new Put(Bytes.toBytes(sku))
                        .addColumn(FAMILY, HBaseRows.STOCK, Bytes.toBytes((long) stock))
                        .addColumn(FAMILY, HBaseRows.PRICE, Bytes.toBytes(price)))
            .toList();
    tables.table("product").putAll(puts).join();
  }

  @Override
  public Optional<String> register(String email, String name) {
    String id = UUID.randomUUID().toString();
    byte[] row = Bytes.toBytes(email);
    byte[] content = Bytes.toBytes(CustomerText.now(email, name));
    Put claim =
        synced(row)
            .addColumn(FAMILY, ID, Bytes.toBytes(id))
            .addColumn(FAMILY, CONTENT, content)
            .addColumn(FAMILY, OPEN, Bytes.toBytes(1L));
    boolean claimed =
        tables
            .once("email")
            .checkAndMutate(CheckAndMutate.newBuilder(row).ifNotExists(FAMILY, ID).build(claim))
            .join()
            .isSuccess();
    if (!claimed) {
      return Optional.empty();
    }
    tables.table("customer").put(customerRow(id, content)).join();
    written(row);
    return Optional.of(id);
  }

  private static Put synced(byte[] row) {
    return new Put(row).setDurability(Durability.FSYNC_WAL);
  }

  private static Put customerRow(String id, byte[] content) {
    return synced(Bytes.toBytes(id)).addColumn(FAMILY, CONTENT, content);
  }

  private void written(byte[] email) {
    List<Delete> full = List.of();
    synchronized (this) {
      written.add(new Delete(email).setDurability(Durability.ASYNC_WAL).addColumns(FAMILY, OPEN));
      if (written.size() == CLEARED_AT_ONCE) {
        full = written;
        written = new ArrayList<>();
      }
    }
    if (!full.isEmpty()) {
      tables.table("email").deleteAll(full).join();
    }
  }

  @Override
  public Optional<String> customer(String email) {
    Get get = new Get(Bytes.toBytes(email)).addColumn(FAMILY, ID);
    return Optional.ofNullable(tables.table("email").get(get).join().getValue(FAMILY, ID))
        .map(Bytes::toString);
  }

  @Override
  public boolean place(String id, String customer, SortedMap<String, Integer> wanted) {
    return orders.place(id, customer, wanted);
  }

  @Override
  public List<Order.Summary> newest(String customer, int count) {
    Get get =
        new Get(Bytes.toBytes(customer))
            .addFamily(FAMILY)
            .setFilter(new ColumnPaginationFilter(count, 0));
    Result row = tables.table("list").get(get).join();
    List<Order.Summary> newest = new ArrayList<>();
    if (!row.isEmpty()) {
      row.getFamilyMap(FAMILY).forEach((entry, total) -> newest.add(HBaseRows.entry(entry, total)));
    }
    return newest;
  }

  @Override
  public SortedMap<String, Integer> lines(String order) {
    return rows.state(order).join().order().map(Order::quantities).orElseGet(TreeMap::new);
  }

  @Override
  public Map<String, Integer> stocks(Set<String> products) {
    List<Get> gets =
        products.stream()
            .map(sku -> new Get(Bytes.toBytes(sku)).addColumn(FAMILY, HBaseRows.STOCK))
            .toList();
    Map<String, Integer> stocks = new HashMap<>();
    for (Result row : tables.table("product").getAll(gets).join()) {
      stocks.put(
          Bytes.toString(row.getRow()),
          Math.toIntExact(Bytes.toLong(row.getValue(FAMILY, HBaseRows.STOCK))));
    }
    return stocks;
  }

  @Override
  public long countOrders() {
    return rows.count();
  }

  /** An address has no age: to write its customer again is harmless. */
  @Override
  public int settle(Set<String> skus) {
    return orders.settle(skus, ReservedOrders.OLD) + settleEmails();
  }

  private int settleEmails() {
    AsyncTable<?> emails = tables.table("email");
    List<Result> open = emails.scanAll(new Scan().addColumn(FAMILY, OPEN)).join();
    for (Result each : open) {
      Result email = emails.get(new Get(each.getRow())).join();
      String id = Bytes.toString(email.getValue(FAMILY, ID));
      tables.table("customer").put(customerRow(id, email.getValue(FAMILY, CONTENT))).join();
      emails.delete(new Delete(each.getRow()).addColumns(FAMILY, OPEN)).join();
    }
    return open.size();
  }

  @Override
  public Optional<String> name(String id) {
    Result row = tables.table("customer").get(new Get(Bytes.toBytes(id))).join();
    return Optional.ofNullable(row.getValue(FAMILY, CONTENT))
        .map(content -> CustomerText.name(Bytes.toString(content)));
  }

  /** Removes the tables. */
  @Override
  public void close() {
    try {
      tables.drop();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
