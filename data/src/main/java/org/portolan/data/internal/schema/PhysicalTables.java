package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.portolan.data.Store.Guarantee;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** The tables that a compiled design has in an engine. Immutable. */
record PhysicalTables(StoreSchema schema) {
  /** The last key column of the table of an index: the bucket of a value, or the node of a tree. */
  static final KeyColumn BUCKET = KeyColumn.of("bucket", ScalarType.TEXT);

  /** The column with the members of a bucket that is an object, or of a node. */
  static final String MEMBERS = "members";

  /** The column of an item in a delta bucket that tells whether a removal is logged. */
  private static final Column REMOVED = new Column("removed", ScalarType.BOOLEAN);

  /**
   * Returns all tables, in an order that follows from the design alone.
   *
   * @throws IllegalArgumentException if two parts would have one table
   */
  List<TableSchema> all() {
    List<TableSchema> tables = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      tables.add(of(entity));
      for (CollectionSchema collection : entity.collections()) {
        if (collection.storage() != Storage.CELLS) {
          tables.add(collection.tableSchema());
        }
      }
    }
    for (IndexSchema index : schema.indexes()) {
      if (index.claims().isPresent()) {
        tables.add(of(index.claims().get()));
      } else if (!index.withinEntity()) {
        tables.add(of(index));
      }
    }
    for (ReferenceSchema reference : schema.references()) {
      tables.add(of(reference.guards()));
      if (reference.referrers().tree().isPresent()) {
        tables.add(of(reference.referrers()));
      }
    }
    if (!schema.arriving().isEmpty()
        || schema.entities().stream().anyMatch(entity -> !entity.counters().isEmpty())) {
      tables.add(CounterSchema.tableSchema(schema.guarantee()));
    }
    for (IndexSchema shadow : schema.shadows()) {
      tables.add(shadow.claims().map(this::of).orElseGet(() -> of(shadow)));
    }
    requireDistinct(tables);
    return List.copyOf(tables);
  }

  /** The name of a generation of an index may be that of a part which was added later. */
  private void requireDistinct(List<TableSchema> tables) {
    Set<String> names = new HashSet<>();
    for (TableSchema table : tables) {
      if (!names.add(table.name())) {
        throw new IllegalArgumentException(
            "two parts of design '"
                + schema.design().name()
                + "' would have the table '"
                + table.name()
                + "' in this store; give one of them another name");
      }
    }
  }

  private TableSchema of(EntitySchema entity) {
    List<Family> families = new ArrayList<>(entity.families());
    for (CollectionSchema collection : entity.collections()) {
      if (collection.storage() == Storage.CELLS) {
        families.add(collection.cellFamily());
      }
    }
    for (IndexSchema index : schema.lists()) {
      if (index.withinEntity() && index.table().equals(entity.table())) {
        families.add(cellFamily(index));
      }
    }
    if (schema.guarantee() == Guarantee.REPAIRED) {
      families.add(writeFamily());
    }
    List<KeyColumn> key = entity.keyMapping().rowKeyColumns();
    return new TableSchema(
        entity.table(),
        key,
        entity.keyMapping().partitionColumns(),
        families,
        splitPoints(entity),
        entity.design().options());
  }

  private static ColumnFamily writeFamily() {
    return new ColumnFamily(
        StoreSchema.WRITE_FAMILY,
        List.of(
            new Column("version", ScalarType.LONG),
            new Column("write", ScalarType.LONG),
            new Column("earlier", ScalarType.BYTES),
            new Column("outbox", ScalarType.BYTES),
            new Column("intent", ScalarType.BYTES)));
  }

  /**
   * Splits the prefix range into up to sixteen parts; a larger cluster splits further by itself.
   */
  private static List<Tuple> splitPoints(EntitySchema entity) {
    var layout = entity.keyMapping().layout();
    int regions = Math.min(16, layout.prefixRange());
    List<Tuple> points = new ArrayList<>();
    for (int region = 1; region < regions; region++) {
      int prefix = (int) ((long) region * layout.prefixRange() / regions);
      points.add(Tuple.of(layout.prefixText(prefix)));
    }
    return points;
  }

  /** Returns the table of an index; not for one within an entity. */
  static TableSchema of(IndexSchema index) {
    if (index.tree().isPresent()) {
      return index.tree().get().tableSchema(index.design().options());
    }
    List<KeyColumn> key = new ArrayList<>(index.valueColumns());
    key.add(BUCKET);
    return new TableSchema(
        index.table(),
        key,
        key.size(),
        List.of(index.cells() ? cellFamily(index) : objectFamily(index)),
        List.of(),
        index.design().options());
  }

  private static Family cellFamily(IndexSchema index) {
    List<Column> itemColumns = new ArrayList<>(index.entity().keyMapping().originalColumns());
    if (index.hasDeltas()) {
      itemColumns.add(REMOVED);
    }
    return new ItemFamily(index.family(), index.memberColumns(), itemColumns);
  }

  private static Family objectFamily(IndexSchema index) {
    CollectionType list =
        new CollectionType(CollectionType.Kind.LIST, index.memberForm().elementType());
    List<Column> objectColumns = new ArrayList<>();
    objectColumns.add(new Column(MEMBERS, list));
    if (index.hasDeltas()) {
      objectColumns.add(new Column("removed", list));
    }
    return new ColumnFamily(index.family(), objectColumns);
  }
}
