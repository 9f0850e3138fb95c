package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;

/** Reads by key, collected into one native call; the answers are in the order of the calls. */
final class PointReads {
  private final List<ColumnFamilyHandle> families = new ArrayList<>();
  private final List<byte[]> keys = new ArrayList<>();
  private List<byte[]> values = List.of();
  private int position;

  void add(ColumnFamilyHandle family, byte[] key) {
    families.add(family);
    keys.add(key);
  }

  void run(ReadSource source) throws RocksDBException {
    if (keys.size() == 1) {
      values = new ArrayList<>(1);
      values.add(source.get(families.get(0), keys.get(0)));
    } else if (!keys.isEmpty()) {
      values = source.getAll(families, keys);
    }
  }

  /** Returns the next value, null if there is none. */
  byte[] next() {
    return values.get(position++);
  }
}
