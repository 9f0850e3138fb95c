package org.portolan.engine.ignite;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.apache.ignite.IgniteBinary;
import org.apache.ignite.binary.BinaryObject;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.StoredFamily;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;
import org.portolan.engine.adapter.DeclaredColumns;
import org.portolan.engine.adapter.EngineTable;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/** A table with its caches and forms. Immutable. */
final class TableHandle extends EngineTable<FamilyHandle> {
  private final StoredTable stored;
  private final BinaryForm keyForm;

  /** Makes the handle of a table that was never altered. */
  TableHandle(IgniteBinary binary, String prefix, TableSchema schema) {
    this(binary, prefix, StoredTable.created(schema));
  }

  /**
   * @param prefix of the store
   * @throws CapabilityException if the table has items, or names that Ignite treats as equal
   */
  TableHandle(IgniteBinary binary, String prefix, StoredTable stored) {
    super(stored.schema(), Limits.KEY_BYTES_MAX, families(binary, prefix, stored));
    this.stored = stored;
    TableSchema schema = stored.schema();
    List<Column> keyColumns =
        schema.key().stream().map(column -> new Column(column.name(), column.type())).toList();
    String type = typeName(prefix + "." + schema.name() + ".key", keyColumns);
    keyForm = new BinaryForm(binary, type, keyColumns);
    FieldForm.requireDistinct(
        "the key of table '" + schema.name() + "'",
        schema.key().stream().map(KeyColumn::name).toList());
  }

  private static Map<String, FamilyHandle> families(
      IgniteBinary binary, String prefix, StoredTable stored) {
    TableSchema schema = stored.schema();
    Map<String, FamilyHandle> families = new LinkedHashMap<>();
    for (StoredFamily each : stored.families()) {
      Family family = each.family();
      String cache = cacheName(prefix, stored, each);
      if (family instanceof ItemFamily) {
        throw new CapabilityException(
            "family '"
                + family.name()
                + "' of table '"
                + schema.name()
                + "' has items; a key-value grid cannot hold items: use objects or rows instead");
      }
      if (family instanceof ColumnFamily columns) {
        FieldForm.requireDistinct(
            "family '" + family.name() + "' of table '" + schema.name() + "'",
            columns.columns().stream().map(Column::name).toList());
        var form = new BinaryForm(binary, typeName(cache, columns.columns()), columns.columns());
        families.put(
            family.name(),
            new FamilyHandle.OfColumns(columns, DeclaredColumns.of(each), cache, form));
      } else {
        families.put(family.name(), new FamilyHandle.OfCounter(family.name(), cache));
      }
    }
    return families;
  }

  /** Returns the name of a family's cache; names of tables and families have no dots. */
  private static String cacheName(String prefix, StoredTable table, StoredFamily family) {
    return prefix + "." + table.schema().name() + "." + table.physicalName(family, ".");
  }

  /** Returns the names of the caches that the removed families of a table had. */
  static List<String> removedCaches(String prefix, StoredTable table) {
    return table.removedFamilies().stream()
        .map(family -> cacheName(prefix, table, family))
        .toList();
  }

  StoredTable stored() {
    return stored;
  }

  /**
   * Returns a name that follows from the declared columns: Ignite keeps the fields of a type for
   * ever, so a recreated or altered table with other columns needs other types.
   */
  private static String typeName(String name, List<Column> columns) {
    CRC32C hash = new CRC32C();
    hash.update((name + columns).getBytes(StandardCharsets.UTF_8));
    return String.format("%s_%08x", name, hash.getValue());
  }

  /** Returns the key's bytes in the order of keys. */
  byte[] order(Tuple key) {
    return keyCodec().encode(key);
  }

  BinaryObject encode(Tuple key) {
    requireLength(order(key).length, key);
    List<Object> values = new ArrayList<>(key.size());
    for (int index = 0; index < key.size(); index++) {
      values.add(key.get(index));
    }
    return keyForm.encode(values);
  }

  Tuple decode(BinaryObject key) {
    return keyForm.decodeKey(key);
  }

  FamilyHandle.OfColumns columns(String family) {
    return family(family, FamilyHandle.OfColumns.class, "columns");
  }

  FamilyHandle.OfCounter counter(String family) {
    return family(family, FamilyHandle.OfCounter.class, "a counter");
  }
}
