package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.schema.Claims;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.Expectations;
import org.portolan.design.Expectations.OfColumns;
import org.portolan.design.FamilyDesign;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.Mutation;
import org.portolan.engine.StoredSizes;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.RowCodec;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The bytes of rows, items and members of indexes: typical ones are encoded as a store would encode
 * them, and the engine says what it stores around them. Not thread-safe.
 */
final class TypicalRows {
  private final StoreSchema schema;
  private final StoredSizes sizes;
  private final Expectations expected;
  private final TypicalValues values = new TypicalValues();
  private final Map<String, TableSchema> tables;

  TypicalRows(StoreSchema schema, StoredSizes sizes, Expectations expected) {
    this.schema = schema;
    this.sizes = sizes;
    this.expected = expected;
    this.tables =
        schema.tables().stream().collect(Collectors.toMap(TableSchema::name, each -> each));
  }

  List<String> assumptions() {
    return values.assumptions();
  }

  /** Returns the bytes of all columns of a row, with its key. */
  long rowBytes(EntitySchema entity) {
    Tuple key = key(entity);
    Map<String, Object> columns = columns(entity);
    TableSchema table = tables.get(entity.table());
    Map<ColumnFamily, List<Object>> families = new LinkedHashMap<>();
    for (int position = 0; position < entity.familyCount(); position++) {
      List<Object> stored = entity.stored(position, key, columns);
      ColumnFamily family = (ColumnFamily) table.family(entity.familyName(position)).orElseThrow();
      if (stored != null) {
        families.put(family, stored);
      }
    }
    return withWriteState(table, rowKey(entity), families);
  }

  /** Returns the bytes of the row of a value of a unique index. */
  long valueBytes(IndexSchema index) {
    IndexEntry entry = entry(index);
    Tuple owner = key(index.entity());
    return bytes(Claims.mutation(index, entry.value(), Optional.of(owner)));
  }

  /** Returns how many values a row has in a unique index. */
  long values(IndexSchema index) {
    return index.entries(key(index.entity()), columns(index.entity())).size();
  }

  /** Returns the bytes of a guard row, without the list in it. */
  long guardBytes(ReferenceSchema reference) {
    return bytes(reference.mutation(entry(reference.referrers()).value(), true));
  }

  /** Returns the bytes of a row that a write makes, with what every row has on the engine. */
  private long bytes(Mutation mutation) {
    TableSchema table = tables.get(mutation.table());
    Map<ColumnFamily, List<Object>> families = new LinkedHashMap<>();
    for (Change change : mutation.changes()) {
      if (change instanceof Change.PutColumns put) {
        families.put((ColumnFamily) table.family(put.family()).orElseThrow(), put.values());
      }
    }
    return withWriteState(table, mutation.key(), families);
  }

  private long withWriteState(
      TableSchema table, Tuple key, Map<ColumnFamily, List<Object>> families) {
    if (schema.guarantee() == Guarantee.REPAIRED) {
      ColumnFamily family = (ColumnFamily) table.family(StoreSchema.WRITE_FAMILY).orElseThrow();
      families.put(family, writeState(family));
    }
    return sizes.columns(table, key, families);
  }

  /** The state of a row at rest: its version and its write, and nothing left to do. */
  private static List<Object> writeState(ColumnFamily family) {
    List<Object> state = new ArrayList<>();
    for (Column column : family.columns()) {
      state.add(column.type().equals(ScalarType.LONG) ? (Object) (1L << 50) : null);
    }
    return state;
  }

  /** Returns the bytes of an item, in a cell or as an element of an object or of a leaf. */
  long itemBytes(CollectionSchema collection) {
    EntitySchema entity = collection.entity();
    CollectionDesign design = entity.design().collection(collection.name()).orElseThrow();
    String owner = entity.name() + "." + design.name();
    OfColumns lengths = expected.entity(entity.name()).collection(design.name()).columns();
    Tuple itemKey = tuple(owner, design.itemKey(), Map.of(), lengths);
    List<Object> stored = new ArrayList<>();
    for (Column column : design.columns()) {
      ColumnRule rule = design.rule(column.name());
      stored.add(values.of(owner, column.name(), column.type(), rule, lengths));
    }
    TableSchema table = tables.get(collection.table());
    Tuple rowKey = rowKey(entity);
    return switch (collection.storage()) {
      case CELLS ->
          sizes.item(
              table,
              rowKey,
              (ItemFamily) table.family(collection.family()).orElseThrow(),
              itemKey,
              stored);
      case ROWS ->
          sizes.columns(
              table,
              rowKey.append(itemKey),
              Map.of(
                  (ColumnFamily) table.families().get(0),
                  design.columns().isEmpty() ? List.of(true) : stored));
      case OBJECT, TREE ->
          RowCodec.sizeOf(ScalarType.BYTES, collection.itemForm().element(itemKey, stored));
      case PORTABLE -> throw collection.notConcrete();
    };
  }

  /** Returns the bytes of a member of an index, in a cell or as an element of an object. */
  long memberBytes(IndexSchema index) {
    IndexEntry entry = entry(index);
    if (!index.cells()) {
      return RowCodec.sizeOf(
          index.memberForm().elementType(),
          index.memberForm().element(entry.member(), entry.originals()));
    }
    TableSchema table = tables.get(index.table());
    List<Object> stored = new ArrayList<>(entry.originals());
    if (index.hasDeltas()) {
      stored.add(false);
    }
    return sizes.item(
        table,
        index.rowKey(entry.value(), index.partitioning().reads().get(0)),
        (ItemFamily) table.family(index.family()).orElseThrow(),
        entry.member(),
        stored);
  }

  /** Returns an entry of a typical row; if rows have no elements, of a row with one. */
  private IndexEntry entry(IndexSchema index) {
    EntitySchema entity = index.entity();
    return Stream.of(expected.entity(entity.name()).columns(), OfColumns.NONE)
        .flatMap(lengths -> index.entries(key(entity), columns(entity, lengths)).stream())
        .findFirst()
        .orElseThrow();
  }

  private Tuple rowKey(EntitySchema entity) {
    return entity.keyMapping().withPrefix(0, key(entity));
  }

  private Tuple key(EntitySchema entity) {
    return tuple(
        entity.name(),
        entity.design().key(),
        entity.design().padding(),
        expected.entity(entity.name()).columns());
  }

  private Tuple tuple(
      String owner, List<KeyColumn> key, Map<String, Integer> padding, OfColumns lengths) {
    List<Object> parts = new ArrayList<>();
    for (KeyColumn column : key) {
      boolean padded = padding.containsKey(column.name());
      Object small = column.type().equals(ScalarType.INT) ? (Object) 1 : (Object) 1L;
      parts.add(
          padded
              ? small
              : values.of(owner, column.name(), column.type(), ColumnRule.NONE, lengths));
    }
    return new Tuple(parts);
  }

  private Map<String, Object> columns(EntitySchema entity) {
    return columns(entity, expected.entity(entity.name()).columns());
  }

  private Map<String, Object> columns(EntitySchema entity, OfColumns lengths) {
    Map<String, Object> columns = new HashMap<>();
    for (FamilyDesign family : entity.design().families()) {
      for (Column column : family.columns()) {
        columns.put(
            column.name(),
            values.of(
                entity.name(), column.name(), column.type(), family.rule(column.name()), lengths));
      }
    }
    return columns;
  }
}
