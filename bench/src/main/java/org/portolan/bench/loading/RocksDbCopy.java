package org.portolan.bench.loading;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.portolan.engine.Durability;
import org.portolan.engine.rocksdb.BareDatabase;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteBatch;

/** RocksDB's own API with the engine's options: unsynced batches of puts. */
final class RocksDbCopy implements CellCopy {
  private static final int BATCH_ROWS = 1_000;

  private final Supplier<BareDatabase> fresh;
  private final Map<String, List<byte[][]>> families = new LinkedHashMap<>();
  private BareDatabase copy;

  /**
   * @param loaded the directory of the loaded store, which is closed
   * @param fresh makes an empty store with the same tables
   */
  RocksDbCopy(Path loaded, Supplier<BareDatabase> fresh) {
    this.fresh = fresh;
    try (BareDatabase database = BareDatabase.open(loaded)) {
      database.families().forEach((name, family) -> families.put(name, read(database, family)));
    }
  }

  private static List<byte[][]> read(BareDatabase database, ColumnFamilyHandle family) {
    List<byte[][]> pairs = new ArrayList<>();
    try (RocksIterator iterator = database.database().newIterator(family)) {
      for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
        pairs.add(new byte[][] {iterator.key(), iterator.value()});
      }
    }
    return pairs;
  }

  @Override
  public List<Batch> begin() {
    copy = fresh.get();
    List<Batch> batches = new ArrayList<>();
    families.forEach(
        (name, pairs) -> {
          ColumnFamilyHandle family = copy.families().get(name);
          for (int from = 0; from < pairs.size(); from += BATCH_ROWS) {
            List<byte[][]> batch = pairs.subList(from, Math.min(pairs.size(), from + BATCH_ROWS));
            batches.add(() -> put(family, batch));
          }
        });
    return batches;
  }

  private void put(ColumnFamilyHandle family, List<byte[][]> pairs) throws RocksDBException {
    try (WriteBatch batch = new WriteBatch()) {
      for (byte[][] pair : pairs) {
        batch.put(family, pair[0], pair[1]);
      }
      copy.database().write(copy.writeOptions(Durability.BUFFERED), batch);
    }
  }

  @Override
  public void finish() throws RocksDBException {
    copy.database().syncWal();
  }

  @Override
  public void remove() {
    copy.close();
  }

  @Override
  public long rows() {
    return families.values().stream().mapToLong(List::size).sum();
  }

  @Override
  public void close() {}
}
