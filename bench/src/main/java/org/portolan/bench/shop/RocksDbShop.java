package org.portolan.bench.shop;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.DBOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Status;
import org.rocksdb.Transaction;
import org.rocksdb.TransactionDB;
import org.rocksdb.TransactionDBOptions;
import org.rocksdb.UInt64AddOperator;
import org.rocksdb.WriteOptions;

/**
 * The shop on RocksDB's own API: synced transactions with locks, and a byte format that only this
 * class knows. Products are locked in the order of their keys, so no two orders wait for each other
 * in a circle. The count is a merge without a lock, which the log contains with its order. After a
 * death RocksDB replays whole transactions only.
 */
final class RocksDbShop implements ShopSide {
  private static final List<String> FAMILIES =
      List.of("default", "product", "order", "list", "email", "customer", "count");
  private static final byte[] ORDERS = bytes("orders");

  private final ColumnFamilyOptions plain = new ColumnFamilyOptions();
  private final UInt64AddOperator adding = new UInt64AddOperator();
  private final ColumnFamilyOptions counting = new ColumnFamilyOptions().setMergeOperator(adding);
  private final DBOptions options =
      new DBOptions().setCreateIfMissing(true).setCreateMissingColumnFamilies(true);
  private final TransactionDBOptions locking = new TransactionDBOptions();
  private final WriteOptions synced = new WriteOptions().setSync(true);
  private final ReadOptions reading = new ReadOptions();
  private final TransactionDB database;
  private final Map<String, ColumnFamilyHandle> families = new HashMap<>();

  /** Opens the shop in a directory; creates it if there is none. */
  RocksDbShop(Path directory) {
    RocksDB.loadLibrary();
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    for (String name : FAMILIES) {
      descriptors.add(
          new ColumnFamilyDescriptor(bytes(name), name.equals("count") ? counting : plain));
    }
    List<ColumnFamilyHandle> handles = new ArrayList<>();
    try {
      database = TransactionDB.open(options, locking, directory.toString(), descriptors, handles);
    } catch (RocksDBException failure) {
      throw failed("open " + directory, failure);
    }
    for (int at = 0; at < handles.size(); at++) {
      families.put(FAMILIES.get(at), handles.get(at));
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static IllegalStateException failed(String act, RocksDBException failure) {
    return new IllegalStateException("the shop by hand cannot " + act, failure);
  }

  private interface Work<T> {
    T in(Transaction transaction) throws RocksDBException;
  }

  /** Commits what the work has written, and runs it again if it waited too long for a lock. */
  private <T> T write(Work<T> work) {
    while (true) {
      try (Transaction transaction = database.beginTransaction(synced)) {
        T result = work.in(transaction);
        transaction.commit();
        return result;
      } catch (RocksDBException failure) {
        Status.Code code = failure.getStatus() == null ? null : failure.getStatus().getCode();
        if (code != Status.Code.TimedOut && code != Status.Code.Busy) {
          throw failed("write", failure);
        }
      }
    }
  }

  private byte[] get(String family, byte[] key) {
    try {
      return database.get(families.get(family), key);
    } catch (RocksDBException failure) {
      throw failed("read", failure);
    }
  }

  /** A product's row: how many are left, and the price. */
  private static byte[] product(int stock, long price) {
    return ByteBuffer.allocate(Integer.BYTES + Long.BYTES).putInt(stock).putLong(price).array();
  }

  @Override
  public void stockUp(Set<String> skus, int stock, long price) {
    write(
        transaction -> {
          for (String sku : skus) {
            transaction.put(families.get("product"), bytes(sku), product(stock, price));
          }
          return null;
        });
  }

  @Override
  public Optional<String> register(String email, String name) {
    String id = UUID.randomUUID().toString();
    byte[] row = bytes(CustomerText.now(email, name));
    return write(
        transaction -> {
          ColumnFamilyHandle emails = families.get("email");
          if (transaction.getForUpdate(reading, emails, bytes(email), true) != null) {
            return Optional.empty();
          }
          transaction.put(emails, bytes(email), bytes(id));
          transaction.put(families.get("customer"), bytes(id), row);
          return Optional.of(id);
        });
  }

  @Override
  public Optional<String> customer(String email) {
    return Optional.ofNullable(get("email", bytes(email))).map(RocksDbShop::text);
  }

  @Override
  public Optional<String> name(String customer) {
    return Optional.ofNullable(get("customer", bytes(customer)))
        .map(row -> CustomerText.name(text(row)));
  }

  @Override
  public boolean place(String id, String customer, SortedMap<String, Integer> wanted) {
    return write(transaction -> place(transaction, id, customer, wanted));
  }

  private boolean place(
      Transaction transaction, String id, String customer, SortedMap<String, Integer> wanted)
      throws RocksDBException {
    ColumnFamilyHandle orders = families.get("order");
    byte[] placed = transaction.getForUpdate(reading, orders, bytes(id), true);
    if (placed != null) {
      if (!Order.of(id, placed).customer().equals(customer)) {
        throw new IllegalArgumentException("'" + id + "' is another customer's order");
      }
      return true;
    }
    ColumnFamilyHandle products = families.get("product");
    Map<String, Long> prices = new HashMap<>();
    for (Map.Entry<String, Integer> each : wanted.entrySet()) {
      byte[] key = bytes(each.getKey());
      byte[] row = transaction.getForUpdate(reading, products, key, true);
      if (row == null || ByteBuffer.wrap(row).getInt() < each.getValue()) {
        transaction.rollback();
        return false;
      }
      ByteBuffer stored = ByteBuffer.wrap(row);
      int left = stored.getInt() - each.getValue();
      prices.put(each.getKey(), stored.getLong());
      transaction.put(products, key, product(left, prices.get(each.getKey())));
    }
    Order order = Order.now(id, customer, wanted, prices);
    transaction.put(orders, bytes(id), order.bytes());
    transaction.put(
        families.get("list"),
        listKey(order),
        ByteBuffer.allocate(8).putLong(order.total()).array());
    // Straight into the batch: mergeUntracked would lock the count, and orders would queue for it.
    transaction.getWriteBatch().merge(families.get("count"), ORDERS, littleEndian(1));
    return true;
  }

  private static byte[] littleEndian(long number) {
    return ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(number).array();
  }

  /** The key of an entry in a customer's list, the latest order first. */
  private static byte[] listKey(Order order) {
    byte[] prefix = bytes(order.customer() + '\0');
    byte[] id = bytes(order.id());
    return ByteBuffer.allocate(prefix.length + Long.BYTES + id.length)
        .put(prefix)
        .putLong(Long.MAX_VALUE - order.placed())
        .put(id)
        .array();
  }

  @Override
  public List<Order.Summary> newest(String customer, int count) {
    byte[] prefix = bytes(customer + '\0');
    List<Order.Summary> found = new ArrayList<>();
    try (RocksIterator entries = database.newIterator(families.get("list"))) {
      for (entries.seek(prefix); entries.isValid() && found.size() < count; entries.next()) {
        byte[] key = entries.key();
        if (!Arrays.equals(prefix, 0, prefix.length, key, 0, Math.min(prefix.length, key.length))) {
          break;
        }
        ByteBuffer rest = ByteBuffer.wrap(key, prefix.length, key.length - prefix.length);
        long placed = Long.MAX_VALUE - rest.getLong();
        String id = StandardCharsets.UTF_8.decode(rest).toString();
        found.add(new Order.Summary(id, placed, ByteBuffer.wrap(entries.value()).getLong()));
      }
      entries.status();
    } catch (RocksDBException failure) {
      throw failed("list orders", failure);
    }
    return found;
  }

  @Override
  public SortedMap<String, Integer> lines(String order) {
    byte[] row = get("order", bytes(order));
    return row == null ? new TreeMap<>() : Order.of(order, row).quantities();
  }

  @Override
  public Map<String, Integer> stocks(Set<String> skus) {
    Map<String, Integer> stocks = new HashMap<>();
    for (String sku : skus) {
      stocks.put(sku, ByteBuffer.wrap(get("product", bytes(sku))).getInt());
    }
    return stocks;
  }

  @Override
  public long countOrders() {
    byte[] count = get("count", ORDERS);
    return count == null ? 0 : ByteBuffer.wrap(count).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  @Override
  public void close() {
    families.values().forEach(ColumnFamilyHandle::close);
    database.close();
    List.of(locking, synced, reading, options, counting, plain, adding)
        .forEach(AbstractNativeReference::close);
  }
}
