package org.portolan.bench.layer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.engine.Durability;
import org.portolan.engine.rocksdb.BareDatabase;
import org.portolan.types.KeyCodec;
import org.portolan.types.RowCodec;
import org.portolan.types.Tuple;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.Status;
import org.rocksdb.Transaction;

/**
 * RocksDB's own API, as an expert would use it: keys and rows by the same codecs, the cheapest call
 * for each operation, the same transactions as the engine. Without decoding it stops at the bytes.
 */
final class BareSide implements Side {
  private final BareDatabase bare;
  private final OptimisticTransactionDB database;
  private final ColumnFamilyHandle family;
  private final ReadOptions options = new ReadOptions();
  private final RowShape shape;
  private final KeyCodec keyCodec;
  private final RowCodec rowCodec;
  private final boolean decodes;

  BareSide(BareDatabase bare, RowShape shape, boolean decodes) {
    this.bare = bare;
    this.database = bare.database();
    this.family = bare.family(RowShape.ENTITY, RowShape.FAMILY);
    this.shape = shape;
    this.keyCodec = shape.keyCodec();
    this.rowCodec = shape.rowCodec();
    this.decodes = decodes;
  }

  @FunctionalInterface
  private interface Work<T> {
    T run() throws RocksDBException;
  }

  private static <T> T call(Work<T> work) {
    try {
      return work.run();
    } catch (RocksDBException failure) {
      throw new BenchmarkFailedException(
          "RocksDB's own API failed: " + failure.getMessage(), failure);
    }
  }

  private byte[] key(long id) {
    return keyCodec.encode(Tuple.of(id));
  }

  private Object[] values(byte[] encoded) {
    if (encoded == null) {
      throw new BenchmarkFailedException("RocksDB's own API did not find a row");
    }
    Object[] values = decodes ? rowCodec.decode(encoded) : null;
    if (values != null && values[0] == null) {
      throw new BenchmarkFailedException("RocksDB's own API found a row without its version");
    }
    return values;
  }

  @Override
  public void get(long id) {
    values(call(() -> database.get(family, options, key(id))));
  }

  @Override
  public void getAll(List<Long> ids) {
    List<byte[]> keys = new ArrayList<>(ids.size());
    ids.forEach(id -> keys.add(key(id)));
    call(() -> database.multiGetAsList(options, Collections.nCopies(keys.size(), family), keys))
        .forEach(this::values);
  }

  @Override
  public void readModifyWrite(long id, Durability durability) {
    byte[] key = key(id);
    inTransaction(
        durability,
        (transaction, atSnapshot) -> {
          Object[] values =
              rowCodec.decode(transaction.getForUpdate(atSnapshot, family, key, true));
          values[0] = (Long) values[0] + 1;
          transaction.put(family, key, rowCodec.encode(values));
        });
  }

  @Override
  public void write(long id, Durability durability, SplittableRandom random) {
    Object[] values = shape.positional(0, random);
    inTransaction(
        durability,
        (transaction, atSnapshot) -> transaction.put(family, key(id), rowCodec.encode(values)));
  }

  @FunctionalInterface
  private interface Writes {
    void make(Transaction transaction, ReadOptions atSnapshot) throws RocksDBException;
  }

  /** Retries after a conflict, as the data layer does. */
  private void inTransaction(Durability durability, Writes writes) {
    boolean committed = false;
    while (!committed) {
      committed = call(() -> attempt(durability, writes));
    }
  }

  private boolean attempt(Durability durability, Writes writes) throws RocksDBException {
    try (Transaction transaction =
            database.beginTransaction(bare.writeOptions(durability), bare.withSnapshot());
        ReadOptions atSnapshot = new ReadOptions().setSnapshot(transaction.getSnapshot())) {
      writes.make(transaction, atSnapshot);
      transaction.commit();
      return true;
    } catch (RocksDBException failure) {
      Status status = failure.getStatus();
      if (status != null
          && (status.getCode() == Status.Code.Busy || status.getCode() == Status.Code.TryAgain)) {
        return false;
      }
      throw failure;
    }
  }

  @Override
  public Pages pages() {
    return new Pages() {
      private byte[] last;

      @Override
      public int next(int rowsMax) {
        return call(() -> page(rowsMax));
      }

      private int page(int rowsMax) throws RocksDBException {
        int rows = 0;
        try (RocksIterator iterator = database.newIterator(family, options)) {
          if (last == null) {
            iterator.seekToFirst();
          } else {
            iterator.seek(last);
            iterator.next();
          }
          List<Object> page = new ArrayList<>();
          while (iterator.isValid() && rows < rowsMax) {
            last = iterator.key();
            byte[] value = iterator.value();
            page.add(decodes ? Map.entry(keyCodec.decode(last), values(value)) : value);
            rows = page.size();
            iterator.next();
          }
          iterator.status();
          if (!iterator.isValid()) {
            last = null;
          }
        }
        return rows;
      }
    };
  }

  @Override
  public long versions(long end) {
    return call(() -> sumOfVersions(end));
  }

  private long sumOfVersions(long end) throws RocksDBException {
    long sum = 0;
    try (Snapshot snapshot = database.getSnapshot();
        ReadOptions atSnapshot = new ReadOptions().setSnapshot(snapshot);
        RocksIterator iterator = database.newIterator(family, atSnapshot)) {
      for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
        if ((Long) keyCodec.decode(iterator.key()).get(0) < end) {
          sum += (Long) rowCodec.decode(iterator.value())[0];
        }
      }
      iterator.status();
    }
    return sum;
  }

  /** Closes only the objects that this side made; the two bare sides share the database. */
  @Override
  public void close() {
    options.close();
  }
}
