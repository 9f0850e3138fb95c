package org.portolan.engine.cassandra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * A table and the CQL tables that hold it: one for all its families of columns, one for each of its
 * families of items. Immutable.
 */
final class TableHandle {
  /** A partition key and every clustering column must have less than 64 KiB. */
  static final int KEY_BYTES_MAX = 60_000;

  private final TableSchema schema;
  private final KeyCodec keyCodec;
  private final Optional<CqlTable> main;
  private final Map<String, ColumnsPart> columns = new LinkedHashMap<>();
  private final Map<String, ItemsPart> items = new LinkedHashMap<>();

  /** Lays a table out in a keyspace. */
  TableHandle(String keyspace, TableSchema schema) {
    this.schema = schema;
    keyCodec = new KeyCodec(schema.key());
    main = layOutColumns(keyspace);
    for (Family family : schema.families()) {
      if (family instanceof ItemFamily ofItems) {
        items.put(family.name(), layOutItems(keyspace, ofItems));
      } else if (!(family instanceof ColumnFamily)) {
        throw new CapabilityException(
            "table '"
                + schema.name()
                + "' has the counter '"
                + family.name()
                + "', which Cassandra cannot add to safely: an addition that is tried again may"
                + " count twice; keep receipts as items and sum them");
      }
    }
  }

  private static List<KeyPart> keyParts(
      List<KeyColumn> key, int partitionColumns, Names names, String family) {
    List<KeyPart> parts = new ArrayList<>();
    for (KeyColumn column : key) {
      boolean alone = partitionColumns == 1 && parts.isEmpty();
      parts.add(new KeyPart(names.take(column.name(), family), column, alone));
    }
    return parts;
  }

  private Optional<CqlTable> layOutColumns(String keyspace) {
    List<ColumnFamily> families =
        schema.families().stream()
            .filter(ColumnFamily.class::isInstance)
            .map(ColumnFamily.class::cast)
            .toList();
    if (families.isEmpty()) {
      return Optional.empty();
    }
    Names names = new Names();
    List<KeyPart> key = keyParts(schema.key(), schema.partitionColumns(), names, schema.name());
    Map<String, String> cqlColumns = new LinkedHashMap<>();
    for (ColumnFamily family : families) {
      List<String> own = takeAll(family.columns(), family.name(), names, cqlColumns);
      String marker = names.take("has_" + family.name().replaceFirst("^_", ""));
      cqlColumns.put(marker, "boolean");
      columns.put(family.name(), new ColumnsPart(family, columns.size(), marker, own));
    }
    return Optional.of(
        CqlTable.of(keyspace, schema.name(), key, schema.partitionColumns(), cqlColumns));
  }

  private static List<String> takeAll(
      List<Column> columns, String family, Names names, Map<String, String> cqlColumns) {
    List<String> taken = new ArrayList<>();
    for (Column column : columns) {
      String name = names.take(column.name(), family);
      taken.add(name);
      cqlColumns.put(name, CqlTypes.spelling(column.type()));
    }
    return taken;
  }

  private ItemsPart layOutItems(String keyspace, ItemFamily family) {
    Names names = new Names();
    List<KeyPart> key =
        new ArrayList<>(keyParts(schema.key(), schema.partitionColumns(), names, schema.name()));
    key.addAll(keyParts(family.itemKey(), 0, names, family.name()));
    Map<String, String> cqlColumns = new LinkedHashMap<>();
    List<String> own = takeAll(family.columns(), family.name(), names, cqlColumns);
    String name = Names.table(schema.name(), family.name());
    CqlTable table = CqlTable.of(keyspace, name, key, schema.partitionColumns(), cqlColumns);
    return new ItemsPart(family, table, own);
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

  int partitionColumns() {
    return schema.partitionColumns();
  }

  /** Returns the tables that hold this one, that of the columns first. */
  List<CqlTable> tables() {
    List<CqlTable> all = new ArrayList<>();
    main.ifPresent(all::add);
    items.values().forEach(part -> all.add(part.table()));
    return all;
  }

  /** Returns the table of the columns; there is one wherever there is a family of columns. */
  CqlTable main() {
    return main.orElseThrow();
  }

  List<ColumnsPart> columns() {
    return List.copyOf(columns.values());
  }

  /** Refuses a key of other columns or beyond the limit, and returns the size of its encoding. */
  int check(Tuple key) {
    return limited(keyCodec.encode(key).length, key);
  }

  /** The same of an item's key within a row whose key has {@code rowKeyBytes}. */
  int check(ItemsPart part, int rowKeyBytes, Tuple itemKey) {
    KeyCodec codec = new KeyCodec(part.family().itemKey());
    return limited(rowKeyBytes + codec.encode(itemKey).length, itemKey);
  }

  private int limited(int bytes, Tuple key) {
    if (bytes > KEY_BYTES_MAX) {
      String text = key.toString();
      throw new CapabilityException(
          "a key of table '"
              + name()
              + "' has "
              + bytes
              + " bytes, at most "
              + KEY_BYTES_MAX
              + " fit: "
              + text.substring(0, Math.min(80, text.length()))
              + "...");
    }
    return bytes;
  }

  Family family(String family) {
    return schema
        .family(family)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "table '"
                        + name()
                        + "' has no family '"
                        + family
                        + "', only "
                        + schema.families().stream().map(Family::name).toList()));
  }

  ColumnsPart columns(String family) {
    ColumnsPart part = columns.get(family);
    if (part == null) {
      throw otherKind(family, "columns");
    }
    return part;
  }

  ItemsPart items(String family) {
    ItemsPart part = items.get(family);
    if (part == null) {
      throw otherKind(family, "items");
    }
    return part;
  }

  boolean holdsItems(String family) {
    family(family);
    return items.containsKey(family);
  }

  IllegalArgumentException otherKind(String family, String wanted) {
    return new IllegalArgumentException(
        "family '"
            + family
            + "' of table '"
            + name()
            + "' does not hold "
            + wanted
            + "; it is "
            + family(family));
  }
}
