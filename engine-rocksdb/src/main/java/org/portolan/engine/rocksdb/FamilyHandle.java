package org.portolan.engine.rocksdb;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.StoredFamily;
import org.portolan.engine.adapter.DeclaredColumns;
import org.portolan.types.KeyCodec;
import org.portolan.types.RowCodec;
import org.rocksdb.ColumnFamilyHandle;

/**
 * A family of a table, RocksDB's column family that holds it, and its codecs. A call may still use
 * this after an alteration, and then meets rows with more columns.
 */
sealed interface FamilyHandle {
  Family family();

  ColumnFamilyHandle handle();

  default String name() {
    return family().name();
  }

  /** Row key to encoded columns. */
  record OfColumns(
      ColumnFamily family, ColumnFamilyHandle handle, RowCodec codec, DeclaredColumns declared)
      implements FamilyHandle {

    byte[] encode(List<Object> values) {
      return codec.encode(declared.completed(values));
    }

    List<Object> decode(byte[] encoded, boolean[] wanted) {
      return values(codec.decodeLeading(encoded, wanted));
    }
  }

  /** Row key followed by item key to encoded columns. */
  record OfItems(
      ItemFamily family,
      ColumnFamilyHandle handle,
      KeyCodec itemCodec,
      RowCodec codec,
      DeclaredColumns declared)
      implements FamilyHandle {
    byte[] encode(List<Object> values) {
      return codec.encode(declared.completed(values));
    }

    List<Object> decode(byte[] encoded) {
      return values(codec.decodeLeading(encoded, null));
    }
  }

  /** Row key to eight bytes, least significant first, as the merge operator requires. */
  record OfCounter(CounterFamily family, ColumnFamilyHandle handle) implements FamilyHandle {}

  private static List<Object> values(Object[] decoded) {
    return Collections.unmodifiableList(Arrays.asList(decoded));
  }

  static FamilyHandle of(StoredFamily stored, ColumnFamilyHandle handle) {
    if (stored.family() instanceof ColumnFamily columns) {
      return new OfColumns(
          columns, handle, new RowCodec(columns.columns()), DeclaredColumns.of(stored));
    }
    if (stored.family() instanceof ItemFamily items) {
      return new OfItems(
          items,
          handle,
          new KeyCodec(items.itemKey()),
          new RowCodec(items.columns()),
          DeclaredColumns.of(stored));
    }
    return new OfCounter((CounterFamily) stored.family(), handle);
  }

  /**
   * Returns the exclusive end of all keys that begin with {@code prefix}, null if there is none.
   */
  static byte[] successor(byte[] prefix) {
    Optional<byte[]> end = KeyCodec.successor(prefix);
    return end.orElse(null);
  }
}
