package org.portolan.engine.hbase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.adapter.ByteRange;
import org.portolan.engine.adapter.RowBuilder;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** The read of one family: the cells to ask for, and their decoding. */
sealed interface FamilyQuery {
  byte[] nativeName();

  /** Returns the largest number of cells to read of one row. */
  long cellsMax();

  /** Adds the family or the cells to a get or scan. */
  void addTo(Consumer<byte[]> families, BiConsumer<byte[], byte[]> cells);

  /** Adds the content of the row's cells of this family; there is at least one. */
  void decode(Cell[] cells, int start, int end, RowBuilder row);

  /** Whether the read cannot find anything. */
  default boolean isNothing() {
    return false;
  }

  /** Returns the range of qualifiers to read, empty for all. */
  default Optional<ByteRange> range() {
    return Optional.empty();
  }

  static FamilyQuery of(TableHandle table, FamilyRead read) {
    if (read instanceof FamilyRead.Columns wanted) {
      FamilyHandle.OfColumns family = table.columns(wanted.family());
      List<Integer> projection = projection(family, wanted.columns());
      return new OfColumns(family, projection, !family.showPresence(projection));
    }
    if (read instanceof FamilyRead.Presence wanted) {
      return new OfPresence(table.columns(wanted.family()));
    }
    if (read instanceof FamilyRead.Counter wanted) {
      return new OfCounter(table.counter(wanted.family()));
    }
    if (read instanceof FamilyRead.ItemsByKey wanted) {
      return OfItemKeys.of(table.items(wanted.family()), wanted.itemKeys());
    }
    var wanted = (FamilyRead.Items) read;
    return OfItems.of(table.items(wanted.family()), wanted);
  }

  /** Returns the positions of the columns to read; empty for all of them. */
  private static List<Integer> projection(FamilyHandle.OfColumns family, List<String> columns) {
    return columns.stream().map(family.declared()::position).distinct().toList();
  }

  private static int bytes(Cell[] cells, int start, int end) {
    int bytes = 0;
    for (int index = start; index < end; index++) {
      Cell cell = cells[index];
      bytes += cell.getRowLength() + cell.getFamilyLength() + cell.getQualifierLength();
      bytes += cell.getValueLength();
    }
    return bytes;
  }

  /**
   * Some columns of a family; all columns if the projection is empty.
   *
   * @param presence whether to read also the cell that shows whether a row has the family: a row
   *     may lack the cells of all these columns
   */
  record OfColumns(FamilyHandle.OfColumns family, List<Integer> projection, boolean presence)
      implements FamilyQuery {
    @Override
    public byte[] nativeName() {
      return family.nativeName();
    }

    @Override
    public long cellsMax() {
      return projection.isEmpty() ? family.count() : projection.size() + (presence ? 1 : 0);
    }

    @Override
    public void addTo(Consumer<byte[]> families, BiConsumer<byte[], byte[]> cells) {
      if (projection.isEmpty()) {
        families.accept(family.nativeName());
        return;
      }
      for (int position : projection) {
        cells.accept(family.nativeName(), family.qualifier(position));
      }
      if (presence) {
        cells.accept(family.nativeName(), family.qualifier(family.presence()));
      }
    }

    @Override
    public void decode(Cell[] cells, int start, int end, RowBuilder row) {
      Object[] values = new Object[family.count()];
      int[] ascending = family.ascending();
      int at = 0;
      for (int index = start; index < end; index++) {
        Cell cell = cells[index];
        // Both are in the order of the qualifiers.
        int order = 1;
        while (at < ascending.length
            && (order = compare(cell, family.qualifier(ascending[at]))) > 0) {
          at++;
        }
        if (at == ascending.length) {
          break;
        }
        if (order < 0 || (presence && ascending[at] == family.presence())) {
          // A column that this client does not know yet, or was not asked for.
          continue;
        }
        values[ascending[at]] =
            family
                .codec(ascending[at])
                .decode(cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
      }
      row.columns(
          family.name(),
          Collections.unmodifiableList(Arrays.asList(values)),
          FamilyQuery.bytes(cells, start, end));
    }

    private static int compare(Cell cell, byte[] qualifier) {
      return org.apache.hadoop.hbase.util.Bytes.compareTo(
          cell.getQualifierArray(),
          cell.getQualifierOffset(),
          cell.getQualifierLength(),
          qualifier,
          0,
          qualifier.length);
    }
  }

  /** One cell of a family, which exists exactly if the row has the family. */
  record OfPresence(FamilyHandle.OfColumns family) implements FamilyQuery {
    @Override
    public byte[] nativeName() {
      return family.nativeName();
    }

    @Override
    public long cellsMax() {
      return 1;
    }

    @Override
    public void addTo(Consumer<byte[]> families, BiConsumer<byte[], byte[]> cells) {
      cells.accept(family.nativeName(), family.qualifier(family.presence()));
    }

    @Override
    public void decode(Cell[] cells, int start, int end, RowBuilder row) {
      row.columns(family.name(), List.of(), FamilyQuery.bytes(cells, start, end));
    }
  }

  /** The value of a counter. */
  record OfCounter(FamilyHandle.OfCounter family) implements FamilyQuery {
    @Override
    public byte[] nativeName() {
      return family.nativeName();
    }

    @Override
    public long cellsMax() {
      return 2;
    }

    @Override
    public void addTo(Consumer<byte[]> families, BiConsumer<byte[], byte[]> cells) {
      families.accept(family.nativeName());
    }

    @Override
    public void decode(Cell[] cells, int start, int end, RowBuilder row) {
      long value = 0;
      long additions = 0;
      for (int index = start; index < end; index++) {
        if (CellUtil.matchingQualifier(cells[index], FamilyHandle.OfCounter.VALUE)) {
          value = number(cells[index]);
        } else {
          additions = number(cells[index]);
        }
      }
      if (additions > 0) {
        row.counter(family.name(), value, FamilyQuery.bytes(cells, start, end));
      }
    }
  }

  private static long number(Cell cell) {
    return org.apache.hadoop.hbase.util.Bytes.toLong(
        cell.getValueArray(), cell.getValueOffset(), cell.getValueLength());
  }

  /**
   * The items within a range.
   *
   * @param cellsMax the largest number of cells to read, from the beginning of the range; the items
   *     are taken from its end if {@code reversed}
   */
  record OfItems(
      FamilyHandle.OfItems family,
      ByteRange bounds,
      boolean whole,
      int limit,
      long cellsMax,
      boolean reversed)
      implements FamilyQuery {
    static OfItems of(FamilyHandle.OfItems family, FamilyRead.Items wanted) {
      return new OfItems(
          family,
          ByteRange.of(family.itemCodec(), wanted.range()),
          wanted.range().equals(KeyRange.ALL),
          wanted.limit(),
          wanted.reversed() ? Integer.MAX_VALUE : wanted.limit(),
          wanted.reversed());
    }

    /** Returns the read of at most some cells from a place on. */
    OfItems window(byte[] from, long cells) {
      boolean all = whole && from.length == 0;
      return new OfItems(family, bounds.from(from), all, limit, cells, reversed);
    }

    @Override
    public byte[] nativeName() {
      return family.nativeName();
    }

    @Override
    public boolean isNothing() {
      return bounds.isEmpty();
    }

    @Override
    public Optional<ByteRange> range() {
      return whole ? Optional.empty() : Optional.of(bounds);
    }

    @Override
    public void addTo(Consumer<byte[]> families, BiConsumer<byte[], byte[]> cells) {
      families.accept(family.nativeName());
    }

    @Override
    public void decode(Cell[] cells, int start, int end, RowBuilder row) {
      if (reversed) {
        int from = Math.max(start, end - Math.min(limit, end - start));
        List<Row.Item> items = items(family, cells, from, end);
        Collections.reverse(items);
        add(family, items, FamilyQuery.bytes(cells, from, end), row);
      } else {
        int to = start + Math.min(limit, end - start);
        add(family, items(family, cells, start, to), FamilyQuery.bytes(cells, start, to), row);
      }
    }
  }

  /** The items under given keys. */
  record OfItemKeys(FamilyHandle.OfItems family, SortedSet<Bytes> keys) implements FamilyQuery {
    static OfItemKeys of(FamilyHandle.OfItems family, List<Tuple> itemKeys) {
      SortedSet<Bytes> keys = new TreeSet<>();
      itemKeys.forEach(key -> keys.add(Bytes.wrap(family.itemCodec().encode(key))));
      return new OfItemKeys(family, keys);
    }

    @Override
    public byte[] nativeName() {
      return family.nativeName();
    }

    @Override
    public boolean isNothing() {
      return keys.isEmpty();
    }

    @Override
    public long cellsMax() {
      return keys.size();
    }

    @Override
    public void addTo(Consumer<byte[]> families, BiConsumer<byte[], byte[]> cells) {
      keys.forEach(key -> cells.accept(family.nativeName(), key.unsafeArray()));
    }

    @Override
    public void decode(Cell[] cells, int start, int end, RowBuilder row) {
      add(family, items(family, cells, start, end), FamilyQuery.bytes(cells, start, end), row);
    }
  }

  private static List<Row.Item> items(
      FamilyHandle.OfItems family, Cell[] cells, int start, int end) {
    List<Row.Item> items = new ArrayList<>(end - start);
    for (int index = start; index < end; index++) {
      Cell cell = cells[index];
      Tuple key = family.itemCodec().decode(CellUtil.cloneQualifier(cell));
      items.add(
          new Row.Item(
              key,
              Collections.unmodifiableList(
                  family.decode(
                      cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()))));
    }
    return items;
  }

  private static void add(
      FamilyHandle.OfItems family, List<Row.Item> items, int bytes, RowBuilder row) {
    row.items(family.name(), Collections.unmodifiableList(items), bytes);
  }
}
