package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.portolan.design.evolve.Slot;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/**
 * Where the values of declared columns are among the stored values of a family, an object or a
 * tree: see {@link org.portolan.design.evolve.Slots}. Immutable.
 */
final class StoredColumns {
  private final List<Column> declared;
  private final List<Column> physical;

  /** By declared column, its slots; the one that is written comes first. */
  private final int[][] slots;

  /** By declared column, the value that old rows have in it. */
  private final Object[] absent;

  private final int[] originals;
  private final int[] marks;
  private final boolean plain;

  StoredColumns(List<Column> declared, List<Slot> slots) {
    this.declared = List.copyOf(declared);
    this.physical = slots.stream().map(Slot::physical).toList();
    this.slots = new int[declared.size()][];
    this.absent = new Object[declared.size()];
    boolean inPlace = true;
    for (int column = 0; column < declared.size(); column++) {
      String name = declared.get(column).name();
      int[] held =
          IntStream.iterate(slots.size() - 1, slot -> slot >= 0, slot -> slot - 1)
              .filter(slot -> slots.get(slot).holds(name))
              .toArray();
      if (held.length == 0 || !physical.get(held[0]).type().equals(declared.get(column).type())) {
        throw new IllegalArgumentException("no slot holds column '" + declared.get(column) + "'");
      }
      this.slots[column] = held;
      absent[column] =
          widened(
              declared.get(column).type(), slots.get(held[held.length - 1]).absent().orElse(null));
      inPlace &= held.length == 1 && held[0] == column && absent[column] == null;
    }
    this.plain = inPlace;
    this.originals = places(slots, Slot.Use.ORIGINAL);
    this.marks = places(slots, Slot.Use.MARK);
  }

  private static int[] places(List<Slot> slots, Slot.Use use) {
    return IntStream.range(0, slots.size()).filter(s -> slots.get(s).use() == use).toArray();
  }

  /** Returns the declared columns, in their order. */
  List<Column> declared() {
    return declared;
  }

  /** Returns the physical columns, in their order. */
  List<Column> physical() {
    return physical;
  }

  /**
   * Returns whether each declared column is stored at its own position and reads as what is stored:
   * so it is in a store that never evolved.
   */
  boolean isPlain() {
    return plain;
  }

  /** Returns the physical columns that decide the value of a declared one. */
  List<String> names(int column) {
    return Arrays.stream(slots[column]).mapToObj(slot -> physical.get(slot).name()).toList();
  }

  /** Returns the physical columns of the originals of the key. */
  List<String> originalNames() {
    return Arrays.stream(originals).mapToObj(slot -> physical.get(slot).name()).toList();
  }

  /** Returns the value of a declared column. */
  Object read(int column, List<Object> stored) {
    for (int slot : slots[column]) {
      Object value = stored.get(slot);
      if (value != null) {
        return widened(declared.get(column).type(), value);
      }
    }
    return absent[column];
  }

  /** Returns the value of a declared column of a row without the family. */
  Object absent(int column) {
    return absent[column];
  }

  private static Object widened(ColumnType type, Object value) {
    return value instanceof Integer narrow && type.equals(ScalarType.LONG)
        ? (Object) narrow.longValue()
        : value;
  }

  /** Returns the originals of the key, in their order. */
  List<Object> originals(List<Object> stored) {
    List<Object> found = new ArrayList<>(originals.length);
    for (int slot : originals) {
      found.add(stored.get(slot));
    }
    return found;
  }

  /** Makes stored values without any value yet, but with the mark. */
  Object[] empty() {
    Object[] stored = new Object[physical.size()];
    for (int slot : marks) {
      stored[slot] = true;
    }
    return stored;
  }

  /** Puts the value of a declared column among stored values. */
  void put(Object[] stored, int column, Object value) {
    stored[slots[column][0]] = value;
  }

  /** Puts the originals of the key among stored values. */
  void putOriginals(Object[] stored, List<Object> values) {
    for (int place = 0; place < originals.length; place++) {
      stored[originals[place]] = values.get(place);
    }
  }
}
