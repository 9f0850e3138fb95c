package org.portolan.engine.rocksdb;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.engine.Family;
import org.portolan.engine.TableSchema;
import org.portolan.engine.adapter.EngineTable;
import org.rocksdb.ColumnFamilyHandle;

/** A table with its codecs and native handles. Immutable. */
final class TableHandle extends EngineTable<FamilyHandle> {
  static final int KEY_BYTES_MAX = 65_535;

  TableHandle(TableSchema schema, Map<String, ColumnFamilyHandle> handles) {
    super(schema, KEY_BYTES_MAX, families(schema, handles));
  }

  private static Map<String, FamilyHandle> families(
      TableSchema schema, Map<String, ColumnFamilyHandle> handles) {
    Map<String, FamilyHandle> families = new LinkedHashMap<>();
    for (Family family : schema.families()) {
      ColumnFamilyHandle handle = handles.get(nativeName(schema.name(), family));
      families.put(family.name(), FamilyHandle.of(family, handle));
    }
    return families;
  }

  /** Returns the name of RocksDB's column family; a table's name has no dot. */
  static String nativeName(String table, Family family) {
    return table + "." + family.name();
  }

  static List<String> nativeNames(TableSchema schema) {
    return schema.families().stream().map(family -> nativeName(schema.name(), family)).toList();
  }

  FamilyHandle.OfColumns columns(String family) {
    return family(family, FamilyHandle.OfColumns.class, "columns");
  }

  FamilyHandle.OfItems items(String family) {
    return family(family, FamilyHandle.OfItems.class, "items");
  }

  FamilyHandle.OfCounter counter(String family) {
    return family(family, FamilyHandle.OfCounter.class, "a counter");
  }
}
