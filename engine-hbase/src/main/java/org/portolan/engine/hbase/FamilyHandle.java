package org.portolan.engine.hbase;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.StoredFamily;
import org.portolan.engine.StoredTable;
import org.portolan.engine.adapter.DeclaredColumns;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.RowCodec;

/** A family of a table, the name of HBase's column family that holds it, and its codecs. */
sealed interface FamilyHandle {
  byte[] nativeName();

  String name();

  /**
   * Returns the handle of a family.
   *
   * @throws CapabilityException if the family has a form that takes no more columns
   */
  static FamilyHandle of(StoredTable table, StoredFamily stored) {
    String nativeName = table.physicalName(stored, ".");
    if (stored.family() instanceof ColumnFamily columns) {
      return new OfColumns(columns, nativeName, stored.firstColumns());
    }
    if (stored.family() instanceof ItemFamily items) {
      requireRoom(table, stored, items);
      return new OfItems(items, nativeName, stored.firstColumns());
    }
    return new OfCounter((CounterFamily) stored.family(), nativeName);
  }

  private static void requireRoom(StoredTable table, StoredFamily stored, ItemFamily items) {
    if (stored.firstColumns() == 1 && items.columns().size() > 1) {
      throw new CapabilityException(
          "cannot append a column to family '"
              + items.name()
              + "' of table '"
              + table.schema().name()
              + "': HBase has the one column of its items in a readable form, which has no room for"
              + " a second one; add another family with all columns");
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * A cell for each column, always all of them; its qualifier is the column's name. A row from
   * before an alteration lacks the cells of the appended columns, so only the cell of a column that
   * the family had at first shows whether a row has the family.
   */
  final class OfColumns implements FamilyHandle {
    private final DeclaredColumns declared;
    private final byte[] nativeName;
    private final CellCodec[] codecs;
    private final byte[][] qualifiers;
    private final int[] ascending;
    private final int firstColumns;
    private final int presence;

    /** Makes the handle of a family that was never altered. */
    OfColumns(ColumnFamily family) {
      this(family, family.name(), family.columns().size());
    }

    /**
     * @param firstColumns the number of columns that the family had at first
     */
    OfColumns(ColumnFamily family, String nativeName, int firstColumns) {
      declared = new DeclaredColumns(family.name(), family.columns(), firstColumns);
      this.nativeName = bytes(nativeName);
      this.firstColumns = firstColumns;
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
          IntStream.range(0, firstColumns).filter(at -> codecs[at].isSmall()).findFirst().orElse(0);
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

    /** Whether the cells of some columns show whether a row has the family, or only null. */
    boolean showPresence(List<Integer> positions) {
      return positions.isEmpty() || positions.stream().anyMatch(at -> at < firstColumns);
    }

    DeclaredColumns declared() {
      return declared;
    }

    /** Returns the values of the cells, in the order of the declared columns. */
    byte[][] encode(List<Object> values) {
      List<Object> completed = declared.completed(values);
      byte[][] encoded = new byte[codecs.length][];
      for (int index = 0; index < encoded.length; index++) {
        encoded[index] = codecs[index].encode(completed.get(index));
      }
      return encoded;
    }
  }

  /**
   * A cell for each item: its qualifier is the encoded item key. The form of its value depends on
   * the number of columns that the family had at first.
   */
  final class OfItems implements FamilyHandle {
    private final ItemFamily family;
    private final byte[] nativeName;
    private final DeclaredColumns declared;
    private final KeyCodec itemCodec;
    private final CellCodec single;
    private final RowCodec several;

    /** Makes the handle of a family that was never altered. */
    OfItems(ItemFamily family) {
      this(family, family.name(), family.columns().size());
    }

    /**
     * @param firstColumns the number of columns that the family had at first; if it was one, the
     *     family has no more
     */
    OfItems(ItemFamily family, String nativeName, int firstColumns) {
      this.family = family;
      this.nativeName = bytes(nativeName);
      itemCodec = new KeyCodec(family.itemKey());
      boolean one = firstColumns == 1;
      declared = new DeclaredColumns(family.name(), family.columns(), firstColumns);
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
        List<Object> completed = declared.completed(values);
        // A writer that knows no column yet writes as before.
        return values.isEmpty() ? new byte[0] : several.encode(completed);
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
      if (length == 0) {
        // The family had no columns when the item was put.
        return Arrays.asList(new Object[several.columns().size()]);
      }
      byte[] packed = Arrays.copyOfRange(source, start, start + length);
      return Arrays.asList(several.decodeLeading(packed, null));
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

    OfCounter(CounterFamily family, String nativeName) {
      this.family = family;
      this.nativeName = bytes(nativeName);
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
