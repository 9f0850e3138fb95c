package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.schema.Claims;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.Expectations;
import org.portolan.design.Expectations.OfColumns;
import org.portolan.design.FamilyDesign;
import org.portolan.design.index.OrderedTree;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.Mutation;
import org.portolan.engine.StoredSizes;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The bytes of rows, items and members of indexes: typical ones are encoded as a store would encode
 * them, and the engine says what it stores around them. Not thread-safe.
 */
final class TypicalRows {
  /** The elements of an object by which the bytes of one are found. */
  private static final int OBJECT = 100;

  /** As long as the ids of most nodes. */
  private static final String NODE = "0123456789abcdef";

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

  /** Returns the encoded lengths of keys of typical rows, by the name of their table. */
  Map<String, Long> keyBytes() {
    Map<String, Long> bytes = new LinkedHashMap<>();
    for (EntitySchema entity : schema.entities()) {
      put(bytes, entity.table(), rowKey(entity));
    }
    for (IndexSchema index : schema.indexes()) {
      Tuple value = entry(index).value();
      if (index.claims().isPresent()) {
        put(bytes, index.table(), Claims.rowKey(index, value).key());
      } else {
        put(bytes, index.table(), index.rowKey(value, index.partitioning().reads().get(0)));
      }
    }
    return bytes;
  }

  private void put(Map<String, Long> bytes, String table, Tuple key) {
    long length = new KeyCodec(tables.get(table).key()).encode(key).length;
    bytes.merge(table, length, Math::max);
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
      case OBJECT ->
          elementBytes(table, rowKey, collection.itemForm().element(itemKey, stored), OBJECT);
      case TREE ->
          leafBytes(
              collection.tree().orElseThrow(),
              rowKey,
              collection.itemForm().element(itemKey, stored),
              design.itemKey().get(0),
              expected.entity(entity.name()).collection(design.name()).items());
      case PORTABLE -> throw collection.notConcrete();
    };
  }

  /**
   * Returns the bytes of a member of an index, in a cell or as an element of an object.
   *
   * @param listed how many members a list has, if it is known
   */
  long memberBytes(IndexSchema index, OptionalLong listed) {
    IndexEntry entry = entry(index);
    TableSchema table = tables.get(index.table());
    if (!index.cells()) {
      Object element = index.memberForm().element(entry.member(), entry.originals());
      return index.tree().isPresent()
          ? leafBytes(index.tree().get(), entry.value(), element, HotKeys.first(index), listed)
          : elementBytes(
              table,
              index.rowKey(entry.value(), index.partitioning().reads().get(0)),
              element,
              OBJECT);
    }
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

  /** Returns what one more element of an object takes, whose row counts as nothing beside many. */
  private long elementBytes(TableSchema table, Tuple key, Object element, int elements) {
    return (objectBytes(table, key, element, elements) - objectBytes(table, key, element, 0))
        / elements;
  }

  /**
   * Returns the part that an element of a leaf has in it. Leaves that split in their middle are two
   * thirds full if elements arrive anywhere, and half full if they arrive in order.
   *
   * @param first the column by which elements are ordered
   * @param listed how many elements a tree has, if it is known
   */
  private long leafBytes(
      TreeSchema tree, Tuple value, Object element, KeyColumn first, OptionalLong listed) {
    TableSchema table = tables.get(tree.table());
    Tuple key = tree.rowKey(value, NODE);
    long most = OrderedTree.NODE_BYTES_MAX / Math.max(1, elementBytes(table, key, element, 1));
    long full = Math.min(tree.layout().membersMax(), Math.max(1, most));
    long filled = HotKeys.isInSequence(first) ? (full + 1) / 2 : (2 * full + 2) / 3;
    long elements = Math.max(1, Math.min(listed.orElse(full), filled));
    return (objectBytes(table, key, element, (int) elements) + elements - 1) / elements;
  }

  private long objectBytes(TableSchema table, Tuple key, Object element, int elements) {
    ColumnFamily family = (ColumnFamily) table.families().get(0);
    List<Object> columns = new ArrayList<>(Collections.nCopies(family.columns().size(), null));
    columns.set(0, Collections.nCopies(elements, element));
    return sizes.columns(table, key, Map.of(family, columns));
  }

  /** Returns an entry of a typical row; if rows have no elements, of a row with one. */
  private IndexEntry entry(IndexSchema index) {
    EntitySchema entity = index.entity();
    OfColumns lengths = expected.entity(entity.name()).columns();
    Map<String, Integer> elements = new HashMap<>(lengths.elements());
    elements.replaceAll((column, count) -> Math.max(1, count));
    OfColumns some = new OfColumns(lengths.bytes(), elements);
    return index.entries(key(entity), columns(entity, some)).iterator().next();
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
