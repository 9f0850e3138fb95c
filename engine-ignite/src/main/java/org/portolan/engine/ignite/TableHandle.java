package org.portolan.engine.ignite;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
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
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/** A table with its caches and forms. Immutable. */
final class TableHandle {
  private final TableSchema schema;
  private final KeyCodec keyCodec;
  private final BinaryForm keyForm;
  private final Map<String, FamilyHandle> families = new LinkedHashMap<>();

  /**
   * @param prefix of the store
   * @throws CapabilityException if the table has items, or names that Ignite takes for the same
   */
  TableHandle(IgniteBinary binary, String prefix, TableSchema schema) {
    this.schema = schema;
    keyCodec = new KeyCodec(schema.key());
    String table = prefix + "." + schema.name();
    List<Column> keyColumns =
        schema.key().stream().map(column -> new Column(column.name(), column.type())).toList();
    keyForm = new BinaryForm(binary, typeName(table + ".key", keyColumns), keyColumns);
    FieldForm.requireDistinct(
        "the key of table '" + schema.name() + "'",
        schema.key().stream().map(KeyColumn::name).toList());
    for (Family family : schema.families()) {
      String cache = table + "." + family.name();
      if (family instanceof ItemFamily) {
        throw new CapabilityException(
            "family '"
                + family.name()
                + "' of table '"
                + schema.name()
                + "' has items; a key-value grid has none, use objects or rows instead");
      }
      if (family instanceof ColumnFamily columns) {
        FieldForm.requireDistinct(
            "family '" + family.name() + "' of table '" + schema.name() + "'",
            columns.columns().stream().map(Column::name).toList());
        var form = new BinaryForm(binary, typeName(cache, columns.columns()), columns.columns());
        families.put(family.name(), new FamilyHandle.OfColumns(columns, cache, form));
      } else {
        families.put(family.name(), new FamilyHandle.OfCounter(family.name(), cache));
      }
    }
  }

  /**
   * Returns a name that follows from the declared columns: Ignite keeps the fields of a type for
   * ever, so that a table made anew with other columns needs other types.
   */
  private static String typeName(String name, List<Column> columns) {
    CRC32C hash = new CRC32C();
    hash.update((name + columns).getBytes(StandardCharsets.UTF_8));
    return String.format("%s_%08x", name, hash.getValue());
  }

  TableSchema schema() {
    return schema;
  }

  String name() {
    return schema.name();
  }

  Collection<FamilyHandle> families() {
    return families.values();
  }

  /** Returns the key's bytes in the order of keys. */
  byte[] order(Tuple key) {
    return keyCodec.encode(key);
  }

  BinaryObject encode(Tuple key) {
    Limits.requireKey(name(), key, order(key).length);
    List<Object> values = new ArrayList<>(key.size());
    for (int index = 0; index < key.size(); index++) {
      values.add(key.get(index));
    }
    return keyForm.encode(values);
  }

  Tuple decode(BinaryObject key) {
    return keyForm.decodeKey(key);
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

  FamilyHandle.OfCounter counter(String family) {
    if (family(family) instanceof FamilyHandle.OfCounter counter) {
      return counter;
    }
    throw otherKind(family, "a counter");
  }

  IllegalArgumentException otherKind(String family, String wanted) {
    return new IllegalArgumentException(
        "family '" + family(family).name() + "' of table '" + name() + "' does not hold " + wanted);
  }
}
