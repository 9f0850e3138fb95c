package org.portolan.engine.rocksdb;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Family;
import org.portolan.engine.TableSchema;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;
import org.rocksdb.ColumnFamilyHandle;

/** A table with its codecs and native handles. Immutable. */
final class TableHandle {
  static final int KEY_BYTES_MAX = 65_535;

  private final TableSchema schema;
  private final KeyCodec keyCodec;
  private final Map<String, FamilyHandle> families;

  TableHandle(TableSchema schema, Map<String, ColumnFamilyHandle> handles) {
    this.schema = schema;
    keyCodec = new KeyCodec(schema.key());
    families = new HashMap<>();
    for (Family family : schema.families()) {
      ColumnFamilyHandle handle = handles.get(nativeName(schema.name(), family));
      families.put(family.name(), FamilyHandle.of(family, handle));
    }
  }

  /** Returns the name of RocksDB's column family; a table's name has no dot. */
  static String nativeName(String table, Family family) {
    return table + "." + family.name();
  }

  static List<String> nativeNames(TableSchema schema) {
    return schema.families().stream().map(family -> nativeName(schema.name(), family)).toList();
  }

  TableSchema schema() {
    return schema;
  }

  String name() {
    return schema.name();
  }

  KeyCodec keyCodec() {
    return keyCodec;
  }

  Collection<FamilyHandle> families() {
    return families.values();
  }

  byte[] encode(Tuple key) {
    return limited(keyCodec.encode(key), key);
  }

  byte[] limited(byte[] encoded, Tuple key) {
    if (encoded.length > KEY_BYTES_MAX) {
      throw new CapabilityException(
          "a key of table '"
              + name()
              + "' has "
              + encoded.length
              + " bytes, at most "
              + KEY_BYTES_MAX
              + " fit: "
              + key.toString().substring(0, Math.min(80, key.toString().length()))
              + "...");
    }
    return encoded;
  }

  FamilyHandle family(String family) {
    FamilyHandle handle = families.get(family);
    if (handle == null) {
      throw new IllegalArgumentException(
          "table '"
              + name()
              + "' has no family '"
              + family
              + "', only "
              + String.join(", ", families.keySet()));
    }
    return handle;
  }

  FamilyHandle.OfColumns columns(String family) {
    if (family(family) instanceof FamilyHandle.OfColumns columns) {
      return columns;
    }
    throw otherKind(family, "columns");
  }

  FamilyHandle.OfItems items(String family) {
    if (family(family) instanceof FamilyHandle.OfItems items) {
      return items;
    }
    throw otherKind(family, "items");
  }

  FamilyHandle.OfCounter counter(String family) {
    if (family(family) instanceof FamilyHandle.OfCounter counter) {
      return counter;
    }
    throw otherKind(family, "a counter");
  }

  private IllegalArgumentException otherKind(String family, String wanted) {
    return new IllegalArgumentException(
        "family '"
            + family
            + "' of table '"
            + name()
            + "' does not hold "
            + wanted
            + "; it is "
            + family(family).family());
  }
}
