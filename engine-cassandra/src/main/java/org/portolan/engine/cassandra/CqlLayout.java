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
import org.portolan.engine.StoredFamily;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;
import org.portolan.engine.adapter.DeclaredColumns;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;

/**
 * The CQL tables that hold a table: one for all its families of columns, one for each of its
 * families of items.
 */
final class CqlLayout {
  private final String keyspace;
  private final StoredTable stored;
  private final TableSchema schema;
  private final Optional<CqlTable> main;
  private final Map<String, FamilyPart> families = new LinkedHashMap<>();

  /**
   * Lays a table out.
   *
   * @throws CapabilityException if it has a counter
   */
  CqlLayout(String keyspace, StoredTable stored) {
    this.keyspace = keyspace;
    this.stored = stored;
    schema = stored.schema();
    main = layOutColumns();
    for (StoredFamily each : stored.families()) {
      Family family = each.family();
      if (family instanceof ItemFamily) {
        families.put(family.name(), layOutItems(each));
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

  /** Returns the table of the columns, if there is a family of columns, or was one. */
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

  /**
   * Names are taken in the order in which columns and families were added, also for removed
   * families, whose columns stay in the table: so no alteration renames a column, and none gets the
   * name of another, whose values Cassandra may still have.
   */
  private Optional<CqlTable> layOutColumns() {
    List<Taken> all =
        stored.history().stream()
            .filter(each -> each.family() instanceof ColumnFamily)
            .map(Taken::new)
            .toList();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    Names names = new Names();
    List<KeyPart> key = keyParts(schema.key(), schema.partitionColumns(), names, schema.name());
    Map<String, String> cqlColumns = new LinkedHashMap<>();
    for (int alteration = 0; alteration <= stored.alterations(); alteration++) {
      for (Taken each : all) {
        each.take(alteration, names, cqlColumns);
      }
    }
    int position = 0;
    for (Taken each : all) {
      if (!each.of.isRemoved()) {
        var family = (ColumnFamily) each.of.family();
        families.put(
            family.name(),
            new ColumnsPart(
                family,
                DeclaredColumns.of(each.of),
                position++,
                each.marker,
                List.copyOf(each.own)));
      }
    }
    return Optional.of(
        CqlTable.of(keyspace, schema.name(), key, schema.partitionColumns(), cqlColumns));
  }

  /** The names that a family of columns takes. */
  private static final class Taken {
    final StoredFamily of;
    final List<String> own = new ArrayList<>();
    String marker;

    Taken(StoredFamily of) {
      this.of = of;
    }

    /** Takes the names of what an alteration added, and adds them to the table's columns. */
    void take(int alteration, Names names, Map<String, String> cqlColumns) {
      List<Column> columns = ((ColumnFamily) of.family()).columns();
      for (int index = 0; index < columns.size(); index++) {
        if (of.columnsAdded().get(index) == alteration) {
          String name = names.take(columns.get(index).name(), of.name());
          own.add(name);
          add(name, CqlTypes.spelling(columns.get(index).type()), cqlColumns);
        }
      }
      if (of.added() == alteration) {
        marker = names.take("has_" + of.name().replaceFirst("^_", ""));
        add(marker, "boolean", cqlColumns);
      }
    }

    private void add(String name, String type, Map<String, String> cqlColumns) {
      if (!of.isRemoved()) {
        cqlColumns.put(name, type);
      }
    }
  }

  private ItemsPart layOutItems(StoredFamily of) {
    var family = (ItemFamily) of.family();
    Names names = new Names();
    List<KeyPart> key =
        new ArrayList<>(keyParts(schema.key(), schema.partitionColumns(), names, schema.name()));
    key.addAll(keyParts(family.itemKey(), 0, names, family.name()));
    Map<String, String> cqlColumns = new LinkedHashMap<>();
    List<String> own = new ArrayList<>();
    for (Column column : family.columns()) {
      String name = names.take(column.name(), family.name());
      own.add(name);
      cqlColumns.put(name, CqlTypes.spelling(column.type()));
    }
    CqlTable table =
        CqlTable.of(keyspace, itemTable(stored, of), key, schema.partitionColumns(), cqlColumns);
    return new ItemsPart(
        family, DeclaredColumns.of(of), table, own, new KeyCodec(family.itemKey()));
  }

  private static String itemTable(StoredTable stored, StoredFamily family) {
    return Names.table(stored.schema().name(), stored.physicalName(family, "__"));
  }

  /** Returns the names of the CQL tables that removed families had; they have no other rows. */
  static List<String> removedTables(StoredTable stored) {
    return stored.removedFamilies().stream()
        .filter(each -> each.family() instanceof ItemFamily)
        .map(each -> itemTable(stored, each))
        .toList();
  }
}
