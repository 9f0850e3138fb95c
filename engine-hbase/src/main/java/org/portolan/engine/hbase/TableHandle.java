package org.portolan.engine.hbase;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.portolan.engine.StoredFamily;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;
import org.portolan.engine.adapter.EngineTable;

/** A table with its codecs. Immutable. */
final class TableHandle extends EngineTable<FamilyHandle> {
  private final TableName nativeName;
  private final StoredTable stored;

  /** Makes the handle of a table that was never altered. */
  TableHandle(String namespace, TableSchema schema) {
    this(namespace, StoredTable.created(schema));
  }

  TableHandle(String namespace, StoredTable stored) {
    super(stored.schema(), Limits.KEY_BYTES_MAX, families(stored));
    this.stored = stored;
    nativeName = TableName.valueOf(namespace, stored.schema().name());
  }

  private static Map<String, FamilyHandle> families(StoredTable stored) {
    Map<String, FamilyHandle> families = new LinkedHashMap<>();
    for (StoredFamily family : stored.families()) {
      families.put(family.name(), FamilyHandle.of(stored, family));
    }
    return families;
  }

  StoredTable stored() {
    return stored;
  }

  TableName nativeName() {
    return nativeName;
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
