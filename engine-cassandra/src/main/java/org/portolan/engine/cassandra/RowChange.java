package org.portolan.engine.cassandra;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.adapter.ByteRange;
import org.portolan.engine.adapter.DeclaredColumns;
import org.portolan.types.Bytes;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The effect of a mutation: for each family or item its last change, checked against the table and
 * the limits, and encoded. After that only Cassandra can fail.
 */
final class RowChange {
  final TableHandle table;
  final Mutation mutation;

  /** The row's key in CQL. */
  final List<ByteBuffer> key;

  private final int keyBytes;

  /** The values by position of the family; null if the family is removed. */
  final Map<Integer, List<ByteBuffer>> columns = new LinkedHashMap<>();

  final Map<String, ItemsChange> items = new HashMap<>();

  /** The value that a column must have, if the condition is of that kind. */
  final Optional<ByteBuffer> expected;

  private final long bytes;

  RowChange(TableHandle table, Mutation mutation) {
    this.table = table;
    this.mutation = mutation;
    keyBytes = table.check(mutation.key());
    key = table.tables().get(0).encode(mutation.key());
    requireNativeKey();
    mutation.changes().forEach(this::apply);
    expected = mutation.condition().flatMap(this::expected);
    bytes = ChangeSize.of(this);
  }

  /**
   * Checks the key's size in CQL: some types take more bytes there than in an encoded key, and a
   * partition key of several columns takes three more bytes for each.
   */
  private void requireNativeKey() {
    int partitionColumns = table.partitionColumns();
    int more = partitionColumns == 1 ? 0 : 3;
    long partition = ChangeSize.sum(key.subList(0, partitionColumns), more);
    long clustering = ChangeSize.sum(key.subList(partitionColumns, key.size()), 0);
    table.requireLength((int) Math.max(partition, clustering), mutation.key());
  }

  private void apply(Change change) {
    if (change instanceof Change.PutColumns put) {
      ColumnsPart part = table.columns(put.family());
      columns.put(part.position(), encode(part.declared(), put.values()));
    } else if (change instanceof Change.DeleteFamily delete) {
      if (table.holdsItems(delete.family())) {
        itemsOf(delete.family()).removeAll();
      } else {
        columns.put(table.columns(delete.family()).position(), null);
      }
    } else if (change instanceof Change.PutItem put) {
      ItemsChange changed = itemsOf(put.family());
      Bytes encodedKey = itemKey(changed, put.itemKey());
      List<ByteBuffer> values = encode(changed.part().declared(), put.values());
      changed.put(encodedKey, new ItemsChange.Item(nativeKey(changed, put.itemKey()), values));
    } else if (change instanceof Change.DeleteItem delete) {
      ItemsChange changed = itemsOf(delete.family());
      Bytes encodedKey = itemKey(changed, delete.itemKey());
      changed.remove(encodedKey, new ItemsChange.Item(nativeKey(changed, delete.itemKey()), null));
    } else if (change instanceof Change.DeleteItems delete) {
      ItemsChange changed = itemsOf(delete.family());
      removeItems(changed, delete.range());
    } else {
      throw table.otherKind(change.family(), "a counter");
    }
  }

  private ItemsChange itemsOf(String family) {
    ItemsPart part = table.items(family);
    return items.computeIfAbsent(family, any -> new ItemsChange(part));
  }

  private List<ByteBuffer> encode(DeclaredColumns declared, List<Object> values) {
    List<Object> checked = declared.checked(values);
    List<ByteBuffer> encoded = new ArrayList<>(checked.size());
    for (int index = 0; index < checked.size(); index++) {
      encoded.add(CqlTypes.encode(declared.columns().get(index).type(), checked.get(index)));
    }
    ChangeSize.requireValue(table, declared.family(), encoded);
    return encoded;
  }

  private Bytes itemKey(ItemsChange changed, Tuple itemKey) {
    return Bytes.wrap(table.encodeItemKey(changed.part(), keyBytes, itemKey));
  }

  private List<ByteBuffer> nativeKey(ItemsChange changed, Tuple itemKey) {
    List<KeyPart> parts = changed.part().table().key();
    List<ByteBuffer> encoded = new ArrayList<>(itemKey.size());
    for (int index = 0; index < itemKey.size(); index++) {
      encoded.add(parts.get(key.size() + index).encode(itemKey.get(index)));
    }
    List<ByteBuffer> rowClustering = key.subList(table.partitionColumns(), key.size());
    long clustering = ChangeSize.sum(rowClustering, 0) + ChangeSize.sum(encoded, 0);
    table.requireLength((int) clustering, itemKey);
    return encoded;
  }

  private void removeItems(ItemsChange changed, KeyRange range) {
    ItemsPart part = changed.part();
    KeyCodec codec = part.itemCodec();
    table.requireLength(keyBytes + codec.encodePrefix(range.from()).length, range.from());
    table.requireLength(keyBytes + codec.encodePrefix(range.to()).length, range.to());
    List<Slice> slices = Slice.of(part.table(), Slice.withinRow(mutation.key(), range));
    if (slices.size() > 1) {
      throw new CapabilityException(
          "cannot remove the items of family '"
              + part.family().name()
              + "' of row "
              + mutation.rowKey()
              + " in "
              + range
              + " by one statement; divide the range by its leading columns");
    }
    // An empty range has no slices.
    slices.forEach(
        slice -> changed.remove(new ItemsChange.Range(ByteRange.of(codec, range), slice)));
  }

  private Optional<ByteBuffer> expected(Condition condition) {
    Optional<ByteBuffer> value = Optional.empty();
    if (condition instanceof Condition.ColumnEquals equal) {
      ColumnsPart part = table.columns(equal.family());
      Column column = part.declared().columns().get(part.declared().position(equal));
      value = Optional.of(CqlTypes.encode(column.type(), equal.value()));
    } else {
      table.columns(((Condition.Absent) condition).family());
    }
    if (!items.isEmpty()) {
      throw new CapabilityException(
          "the change of row "
              + mutation.rowKey()
              + " has a condition and changes the items of "
              + items.keySet()
              + "; Cassandra decides a condition for one table only: change the columns with the"
              + " condition, then the items in another mutation");
    }
    return value;
  }

  /** Returns about how many bytes the change takes. */
  long bytes() {
    return bytes;
  }

  List<ByteBuffer> partition() {
    return key.subList(0, table.partitionColumns());
  }

  /** Whether every family of columns of the table is removed. */
  boolean removesRow() {
    return columns.size() == table.columns().size()
        && columns.values().stream().allMatch(Objects::isNull);
  }

  /**
   * Returns the changed families of columns, in a fixed order: the same set, the same statement.
   */
  List<Integer> changedFamilies() {
    List<Integer> positions = new ArrayList<>(columns.keySet());
    positions.sort(null);
    return positions;
  }

  boolean isEmpty() {
    return columns.isEmpty() && items.isEmpty();
  }
}
