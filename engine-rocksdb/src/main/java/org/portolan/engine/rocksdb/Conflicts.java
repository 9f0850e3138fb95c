package org.portolan.engine.rocksdb;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.portolan.engine.RowKey;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Finds the rows on which a transaction failed. RocksDB reports only that there was a conflict, so
 * the validated keys are read again, as of the transaction's beginning and now. A key that was
 * changed and changed back looks untouched; if none differs, all rows may be the cause.
 */
final class Conflicts {
  private Conflicts() {}

  static Set<RowKey> find(
      RocksDB database, ReadOptions now, ReadOptions atBegin, List<Part> tracked) {
    Set<RowKey> all = new LinkedHashSet<>();
    Set<RowKey> changed = new LinkedHashSet<>();
    try {
      for (Part part : tracked) {
        all.add(part.row());
        byte[] before = database.get(part.family(), atBegin, part.key());
        byte[] after = database.get(part.family(), now, part.key());
        if (!Arrays.equals(before, after)) {
          changed.add(part.row());
        }
      }
    } catch (RocksDBException failure) {
      throw Failures.of("find the cause of a conflict", failure);
    }
    return changed.isEmpty() ? all : changed;
  }
}
