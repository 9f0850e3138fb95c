package org.portolan.engine.hbase;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.adapter.DeclaredColumns;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.RowCodec;

/** A family of a table, the name of HBase's column family that holds it, and its codecs. */
sealed interface FamilyHandle {
  byte[] nativeName();

  String name();

  static FamilyHandle of(Family family) {
    if (family instanceof ColumnFamily columns) {
      return new OfColumns(columns);
    }
    return family instanceof ItemFamily items
        ? new OfItems(items)
        : new OfCounter((CounterFamily) family);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** A cell for each column, always all of them; its qualifier is the column's name. */
  final class OfColumns implements FamilyHandle {
    private final DeclaredColumns declared;
    private final byte[] nativeName;
    private final CellCodec[] codecs;
    private final byte[][] qualifiers;
    private final int[] ascending;
    private final int presence;

    OfColumns(ColumnFamily family) {
      declared = new DeclaredColumns(family.name(), family.columns());
      nativeName = bytes(family.name());
      List<Column> columns = family.columns();
      codecs = columns.stream().map(CellCodec::new).toArray(CellCodec[]::new);
      qualifiers = columns.stream().map(column -> bytes(column.name())).toArray(byte[][]::new);
      ascending =
          IntStream.range(0, qualifiers.length)
              .boxed()
              .sorted(Comparator.comparing(at -> qualifiers[at], Arrays::compareUnsigned))
              .mapToInt(Integer::intValue)
              .toArray();
      presence =
          IntStream.range(0, codecs.length)
              .filter(at -> codecs[at].isSmall())
              .findFirst()
              .orElse(0);
    }

    @Override
    public String name() {
      return declared.family();
    }

    @Override
    public byte[] nativeName() {
      return nativeName;
    }

    int count() {
      return codecs.length;
    }

    byte[] qualifier(int position) {
      return qualifiers[position];
    }

    CellCodec codec(int position) {
      return codecs[position];
    }

    /** Returns the positions of the columns in the order of their cells. */
    int[] ascending() {
      return ascending;
    }

    /** Returns the position of the column whose cell shows whether the row has the family. */
    int presence() {
      return presence;
    }

    DeclaredColumns declared() {
      return declared;
    }

    /** Returns the values of the cells, in the order of the declared columns. */
    byte[][] encode(List<Object> values) {
      declared.requireCount(values);
      byte[][] encoded = new byte[codecs.length][];
      for (int index = 0; index < encoded.length; index++) {
        encoded[index] = codecs[index].encode(values.get(index));
      }
      return encoded;
    }
  }

  /** A cell for each item: its qualifier is the encoded item key. */
  final class OfItems implements FamilyHandle {
    private final ItemFamily family;
    private final byte[] nativeName;
    private final KeyCodec itemCodec;
    private final CellCodec single;
    private final RowCodec several;

    OfItems(ItemFamily family) {
      this.family = family;
      nativeName = bytes(family.name());
      itemCodec = new KeyCodec(family.itemKey());
      boolean one = family.columns().size() == 1;
      single = one ? new CellCodec(family.columns().get(0)) : null;
      several = one ? null : new RowCodec(family.columns());
    }

    @Override
    public String name() {
      return family.name();
    }

    @Override
    public byte[] nativeName() {
      return nativeName;
    }

    KeyCodec itemCodec() {
      return itemCodec;
    }

    /** Returns the cell's value: a single column in its readable form, several columns packed. */
    byte[] encode(List<Object> values) {
      if (single == null) {
        return several.columns().isEmpty() && values.isEmpty()
            ? new byte[0]
            : several.encode(values);
      }
      if (values.size() != 1) {
        throw new IllegalArgumentException(
            "an item of family '" + name() + "' takes one value, not " + values.size());
      }
      return single.encode(values.get(0));
    }

    List<Object> decode(byte[] source, int start, int length) {
      if (single != null) {
        return Arrays.asList(single.decode(source, start, length));
      }
      return several.columns().isEmpty()
          ? List.of()
          : Arrays.asList(several.decode(Arrays.copyOfRange(source, start, start + length)));
    }
  }

  /**
   * Two cells, both of eight bytes, most significant first: the value, and the number of additions
   * that made it. If the number is zero, the row has no counter. The removal of a counter sets both
   * to zero: HBase's own delete marker would void additions that follow within the same
   * millisecond.
   */
  final class OfCounter implements FamilyHandle {
    static final byte[] VALUE = bytes("value");
    static final byte[] ADDITIONS = bytes("additions");

    private final CounterFamily family;
    private final byte[] nativeName;

    OfCounter(CounterFamily family) {
      this.family = family;
      nativeName = bytes(family.name());
    }

    @Override
    public String name() {
      return family.name();
    }

    @Override
    public byte[] nativeName() {
      return nativeName;
    }
  }
}
