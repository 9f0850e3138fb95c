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

/**
 * The CQL tables that hold a table: one for all its families of columns, one for each of its
 * families of items.
 */
final class CqlLayout {
  private final String keyspace;
  private final TableSchema schema;
  private final Optional<CqlTable> main;
  private final Map<String, FamilyPart> families = new LinkedHashMap<>();

  /**
   * Lays a table out.
   *
   * @throws CapabilityException if it has a counter
   */
  CqlLayout(String keyspace, TableSchema schema) {
    this.keyspace = keyspace;
    this.schema = schema;
    main = layOutColumns();
    for (Family family : schema.families()) {
      if (family instanceof ItemFamily ofItems) {
        families.put(family.name(), layOutItems(ofItems));
      } else if (!(family instanceof ColumnFamily)) {
        throw new CapabilityException(
            "table '"
                + schema.name()
                + "' has the counter '"
                + family.name()
                + "', but Cassandra cannot add to a counter safely: an addition that is retried may"
                + " count twice; keep receipts as items and sum them");
      }
    }
  }

  /** Returns the table of the columns, if there is a family of columns. */
  Optional<CqlTable> main() {
    return main;
  }

  /** Returns the part for each family, those of columns first. */
  Map<String, FamilyPart> families() {
    return families;
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

  private Optional<CqlTable> layOutColumns() {
    List<ColumnFamily> columnFamilies =
        schema.families().stream()
            .filter(ColumnFamily.class::isInstance)
            .map(ColumnFamily.class::cast)
            .toList();
    if (columnFamilies.isEmpty()) {
      return Optional.empty();
    }
    Names names = new Names();
    List<KeyPart> key = keyParts(schema.key(), schema.partitionColumns(), names, schema.name());
    Map<String, String> cqlColumns = new LinkedHashMap<>();
    int position = 0;
    for (ColumnFamily family : columnFamilies) {
      List<String> own = takeAll(family.columns(), family.name(), names, cqlColumns);
      String marker = names.take("has_" + family.name().replaceFirst("^_", ""));
      cqlColumns.put(marker, "boolean");
      families.put(family.name(), new ColumnsPart(family, position++, marker, own));
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

  private ItemsPart layOutItems(ItemFamily family) {
    Names names = new Names();
    List<KeyPart> key =
        new ArrayList<>(keyParts(schema.key(), schema.partitionColumns(), names, schema.name()));
    key.addAll(keyParts(family.itemKey(), 0, names, family.name()));
    Map<String, String> cqlColumns = new LinkedHashMap<>();
    List<String> own = takeAll(family.columns(), family.name(), names, cqlColumns);
    String name = Names.table(schema.name(), family.name());
    CqlTable table = CqlTable.of(keyspace, name, key, schema.partitionColumns(), cqlColumns);
    return new ItemsPart(family, table, own, new KeyCodec(family.itemKey()));
  }
}
