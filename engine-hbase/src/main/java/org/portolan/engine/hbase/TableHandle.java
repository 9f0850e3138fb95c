package org.portolan.engine.hbase;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Family;
import org.portolan.engine.TableSchema;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/** A table with its codecs. Immutable. */
final class TableHandle {
  private static final int SHOWN_CHARS = 80;

  private final TableSchema schema;
  private final TableName nativeName;
  private final KeyCodec keyCodec;
  private final Map<String, FamilyHandle> families = new LinkedHashMap<>();

  TableHandle(String namespace, TableSchema schema) {
    this.schema = schema;
    nativeName = TableName.valueOf(namespace, schema.name());
    keyCodec = new KeyCodec(schema.key());
    for (Family family : schema.families()) {
      families.put(family.name(), FamilyHandle.of(family));
    }
  }

  TableSchema schema() {
    return schema;
  }

  TableName nativeName() {
    return nativeName;
  }

  String name() {
    return schema.name();
  }

  KeyCodec keyCodec() {
    return keyCodec;
  }

  byte[] encode(Tuple key) {
    return limited(keyCodec.encode(key), key);
  }

  byte[] limited(byte[] encoded, Tuple key) {
    if (encoded.length > HBaseEngineProvider.KEY_BYTES_MAX) {
      String text = key.toString();
      throw new CapabilityException(
          "a key of table '"
              + name()
              + "' has "
              + encoded.length
              + " bytes, at most "
              + HBaseEngineProvider.KEY_BYTES_MAX
              + " fit: "
              + text.substring(0, Math.min(SHOWN_CHARS, text.length()))
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
            + schema.family(family).orElseThrow());
  }
}
