package org.portolan.engine.hbase;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.portolan.engine.Family;
import org.portolan.engine.TableSchema;
import org.portolan.engine.adapter.EngineTable;

/** A table with its codecs. Immutable. */
final class TableHandle extends EngineTable<FamilyHandle> {
  private final TableName nativeName;

  TableHandle(String namespace, TableSchema schema) {
    super(schema, Limits.KEY_BYTES_MAX, families(schema));
    nativeName = TableName.valueOf(namespace, schema.name());
  }

  private static Map<String, FamilyHandle> families(TableSchema schema) {
    Map<String, FamilyHandle> families = new LinkedHashMap<>();
    for (Family family : schema.families()) {
      families.put(family.name(), FamilyHandle.of(family));
    }
    return families;
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
