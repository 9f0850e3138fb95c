package org.portolan.engine.hbase;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * The combined effect of a mutation on each family that it changes: HBase does not apply the
 * changes of one request in their order, so they are combined here. It is checked against the table
 * and the limits, and encoded; after that only HBase can fail.
 */
final class RowWrite {
  private final TableHandle table;
  private final Mutation mutation;
  private final Limits limits;
  private final byte[] key;
  private final Map<FamilyHandle, Part> parts = new LinkedHashMap<>();
  private Optional<Test> test = Optional.empty();
  private long bytes;

  /** A condition on a cell of the row. */
  static final class Test {
    final FamilyHandle.OfColumns family;
    final byte[] qualifier;

    /** The value that the cell must have; null if the cell must not exist. */
    final byte[] value;

    Test(FamilyHandle.OfColumns family, int position, byte[] value) {
      this.family = family;
      this.qualifier = family.qualifier(position);
      this.value = value;
    }
  }

  /** The combined change of one family. */
  sealed interface Part {}

  /** The values of all columns; null if the family is removed. */
  static final class Columns implements Part {
    byte[][] values;
  }

  /** The items put, null for a removed one; all others too if the family is removed first. */
  static final class Items implements Part {
    final Map<Bytes, byte[]> values = new TreeMap<>();
    boolean cleared;
  }

  /** The number to add; if the counter is removed first, it is added to zero. */
  static final class Counter implements Part {
    long sum;
    long additions;
    boolean cleared;
  }

  private RowWrite(TableHandle table, Mutation mutation, Limits limits) {
    this.table = table;
    this.mutation = mutation;
    this.limits = limits;
    key = table.encodeKey(mutation.key());
  }

  static RowWrite of(TableHandle table, Mutation mutation, Limits limits) {
    RowWrite write = new RowWrite(table, mutation, limits);
    mutation.changes().forEach(write::apply);
    mutation.condition().ifPresent(write::apply);
    long bytesMax = limits.capabilities().transactionBytesMax();
    if (write.bytes > bytesMax) {
      throw new CapabilityException(
          "the changes of row "
              + mutation.rowKey()
              + " have "
              + write.bytes
              + " bytes, at most "
              + bytesMax
              + " fit; divide them");
    }
    return write;
  }

  private void apply(Condition condition) {
    if (condition instanceof Condition.ColumnEquals equal) {
      FamilyHandle.OfColumns family = table.columns(equal.family());
      int position = family.declared().position(equal);
      byte[] value = family.codec(position).encode(equal.value());
      bytes += value.length;
      test = Optional.of(new Test(family, position, value));
    } else {
      FamilyHandle.OfColumns family = table.columns(((Condition.Absent) condition).family());
      test = Optional.of(new Test(family, family.presence(), null));
    }
  }

  private void apply(Change change) {
    if (change instanceof Change.PutColumns put) {
      FamilyHandle.OfColumns family = table.columns(put.family());
      byte[][] values = family.encode(put.values());
      long size = 0;
      for (byte[] value : values) {
        size += value.length;
      }
      requireValue(family, size);
      for (int position = 0; position < values.length; position++) {
        charge(family, family.qualifier(position).length, values[position].length);
      }
      columns(family).values = values;
    } else if (change instanceof Change.PutItem put) {
      FamilyHandle.OfItems family = table.items(put.family());
      byte[] value = family.encode(put.values());
      requireValue(family, value.length);
      items(family).values.put(itemKey(family, put.itemKey(), value.length), value);
    } else if (change instanceof Change.DeleteItem delete) {
      FamilyHandle.OfItems family = table.items(delete.family());
      Items items = items(family);
      Bytes itemKey = itemKey(family, delete.itemKey(), 0);
      if (items.cleared) {
        items.values.remove(itemKey);
      } else {
        items.values.put(itemKey, null);
      }
    } else if (change instanceof Change.Add add) {
      Counter counter = counter(table.counter(add.family()));
      counter.sum += add.delta();
      counter.additions++;
    } else if (change instanceof Change.DeleteFamily) {
      remove(table.family(change.family()));
    } else {
      throw new CapabilityException("this engine does not know the change " + change);
    }
  }

  private void remove(FamilyHandle family) {
    if (family instanceof FamilyHandle.OfColumns columns) {
      charge(family, 0, 0);
      columns(columns).values = null;
    } else if (family instanceof FamilyHandle.OfItems items) {
      charge(family, 0, 0);
      Items part = items(items);
      part.cleared = true;
      part.values.clear();
    } else {
      Counter part = counter((FamilyHandle.OfCounter) family);
      part.cleared = true;
      part.sum = 0;
      part.additions = 0;
    }
  }

  private Columns columns(FamilyHandle.OfColumns family) {
    return (Columns) parts.computeIfAbsent(family, any -> new Columns());
  }

  private Items items(FamilyHandle.OfItems family) {
    return (Items) parts.computeIfAbsent(family, any -> new Items());
  }

  private Counter counter(FamilyHandle.OfCounter family) {
    TableHandle.requireNoVersion(mutation, family.name());
    charge(family, FamilyHandle.OfCounter.VALUE.length, Long.BYTES);
    charge(family, FamilyHandle.OfCounter.ADDITIONS.length, Long.BYTES);
    return (Counter) parts.computeIfAbsent(family, any -> new Counter());
  }

  private Bytes itemKey(FamilyHandle.OfItems family, Tuple itemKey, int valueLength) {
    byte[] encoded = table.limited(family.itemCodec().encode(itemKey), itemKey);
    charge(family, encoded.length, valueLength);
    return Bytes.wrap(encoded);
  }

  private void requireValue(FamilyHandle family, long size) {
    requireFits("a value", family, size, limits.capabilities().valueBytesMax());
  }

  /** Counts the bytes of a cell in a request: each cell repeats the row's key. */
  private void charge(FamilyHandle family, int qualifierLength, int valueLength) {
    long cell =
        Limits.CELL_BYTES
            + (long) key.length
            + family.nativeName().length
            + qualifierLength
            + valueLength;
    requireFits("a cell", family, cell, limits.cellBytesMax());
    bytes += cell;
  }

  private void requireFits(String what, FamilyHandle family, long size, long sizeMax) {
    if (size > sizeMax) {
      throw new CapabilityException(
          what
              + " of family '"
              + family.name()
              + "' of table '"
              + table.name()
              + "' has "
              + size
              + " bytes, at most "
              + sizeMax
              + " fit");
    }
  }

  /** Returns the condition on the row, if the mutation has one. */
  Optional<Test> test() {
    return test;
  }

  TableHandle table() {
    return table;
  }

  Mutation mutation() {
    return mutation;
  }

  RowKey row() {
    return mutation.rowKey();
  }

  byte[] key() {
    return key;
  }

  Map<FamilyHandle, Part> parts() {
    return parts;
  }

  /** Returns the size of the cells, in bytes. */
  long bytes() {
    return bytes;
  }

  /** Whether two requests have the same effect as one, even if other writes come in between. */
  boolean isRepeatable() {
    return mutation.condition().isEmpty()
        && parts.values().stream().noneMatch(part -> part instanceof Counter);
  }

  /**
   * Whether a region server gives the timestamp. It does for columns that are put on the condition
   * of a column's value: HBase then takes a timestamp that is not before the column's, even if the
   * clocks differ.
   */
  boolean isOrderedByServer() {
    return mutation.condition().orElse(null) instanceof Condition.ColumnEquals
        && parts.values().stream()
            .allMatch(part -> part instanceof Columns columns && columns.values != null);
  }

  boolean puts() {
    return parts.values().stream()
        .anyMatch(
            part ->
                (part instanceof Columns columns && columns.values != null)
                    || (part instanceof Items items && putsItems(items)));
  }

  boolean removes() {
    return parts.values().stream()
        .anyMatch(
            part ->
                (part instanceof Columns columns && columns.values == null)
                    || (part instanceof Items items
                        && (items.values.containsValue(null)
                            || (items.cleared && !putsItems(items)))));
  }

  boolean replaces() {
    return parts.values().stream()
        .anyMatch(part -> part instanceof Items items && items.cleared && putsItems(items));
  }

  static boolean putsItems(Items items) {
    return items.values.values().stream().anyMatch(Objects::nonNull);
  }
}
