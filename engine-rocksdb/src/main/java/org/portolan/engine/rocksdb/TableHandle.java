package org.portolan.engine.rocksdb;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.engine.StoredFamily;
import org.portolan.engine.StoredTable;
import org.portolan.engine.adapter.EngineTable;
import org.rocksdb.ColumnFamilyHandle;

/** A table with its codecs and native handles. Immutable. */
final class TableHandle extends EngineTable<FamilyHandle> {
  static final int KEY_BYTES_MAX = 65_535;

  private final StoredTable stored;

  TableHandle(StoredTable stored, Map<String, ColumnFamilyHandle> handles) {
    super(stored.schema(), KEY_BYTES_MAX, families(stored, handles));
    this.stored = stored;
  }

  private static Map<String, FamilyHandle> families(
      StoredTable stored, Map<String, ColumnFamilyHandle> handles) {
    Map<String, FamilyHandle> families = new LinkedHashMap<>();
    for (StoredFamily family : stored.families()) {
      ColumnFamilyHandle handle = handles.get(nativeName(stored, family));
      families.put(family.name(), FamilyHandle.of(family, handle));
    }
    return families;
  }

  StoredTable stored() {
    return stored;
  }

  /** Returns the name of RocksDB's column family; names of tables and families have no dots. */
  static String nativeName(StoredTable table, StoredFamily family) {
    return table.schema().name() + "." + table.physicalName(family, ".");
  }

  static List<String> nativeNames(StoredTable table) {
    return table.families().stream().map(family -> nativeName(table, family)).toList();
  }

  /** Returns the names that the removed families had. */
  static List<String> removedNames(StoredTable table) {
    return table.removedFamilies().stream().map(family -> nativeName(table, family)).toList();
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
