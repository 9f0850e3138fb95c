package org.portolan.engine.rocksdb;

import org.portolan.engine.RowKey;
import org.rocksdb.ColumnFamilyHandle;

/** One of RocksDB's keys, and the row that it belongs to. */
final class Part {
  private final ColumnFamilyHandle family;
  private final byte[] key;
  private final RowKey row;

  Part(ColumnFamilyHandle family, byte[] key, RowKey row) {
    this.family = family;
    this.key = key;
    this.row = row;
  }

  ColumnFamilyHandle family() {
    return family;
  }

  byte[] key() {
    return key;
  }

  RowKey row() {
    return row;
  }
}
