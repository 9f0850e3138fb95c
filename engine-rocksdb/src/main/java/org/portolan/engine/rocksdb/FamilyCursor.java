package org.portolan.engine.rocksdb;

import java.util.Arrays;
import java.util.List;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.adapter.ByteRange;
import org.portolan.engine.adapter.RowBuilder;
import org.portolan.types.KeyCodec;
import org.rocksdb.RocksDBException;

/** Goes through one family of a table row by row, ascending or descending. */
abstract sealed class FamilyCursor implements AutoCloseable {
  final BoundedIterator iterator;
  final boolean reversed;

  private FamilyCursor(BoundedIterator iterator, boolean reversed) {
    this.iterator = iterator;
    this.reversed = reversed;
  }

  /** Opens the iterator of a family. */
  interface Opening {
    BoundedIterator open(FamilyHandle family);
  }

  static FamilyCursor of(TableHandle table, FamilyRead read, boolean reversed, Opening opening) {
    if (read instanceof FamilyRead.Items wanted) {
      FamilyHandle.OfItems family = table.items(wanted.family());
      return new OfItems(opening.open(family), reversed, table.keyCodec(), family, wanted);
    }
    if (read instanceof FamilyRead.ItemsByKey wanted) {
      FamilyHandle.OfItems family = table.items(wanted.family());
      return new OfItemKeys(opening.open(family), reversed, table.keyCodec(), family, wanted);
    }
    if (read instanceof FamilyRead.Counter wanted) {
      FamilyHandle.OfCounter family = table.counter(wanted.family());
      return new OfCounter(opening.open(family), reversed, family);
    }
    FamilyHandle.OfColumns family = table.columns(read.family());
    boolean present = read instanceof FamilyRead.Presence;
    boolean[] projection =
        read instanceof FamilyRead.Columns wanted
            ? family.declared().projection(wanted.columns())
            : null;
    return new OfColumns(opening.open(family), reversed, family, projection, present);
  }

  /** Goes to the first row of another range, see {@link BoundedIterator#overRanges}. */
  void start(ByteRange range) throws RocksDBException {
    iterator.enter(range);
    start();
  }

  /** Goes to the first row. */
  void start() throws RocksDBException {
    if (reversed) {
      iterator.seekToLast();
    } else {
      iterator.seekToFirst();
    }
    arrive();
  }

  /** Returns the encoded key of the row reached, null at the end. */
  abstract byte[] rowKey();

  /** Notes the row that the iterator has reached. */
  void arrive() {}

  /** Adds the requested part of the row reached; call this at most once a row. */
  abstract void read(RowBuilder row) throws RocksDBException;

  /** Goes to the next row. */
  void advance() throws RocksDBException {
    if (reversed) {
      iterator.previous();
    } else {
      iterator.next();
    }
  }

  @Override
  public void close() {
    iterator.close();
  }

  /** A family with one of RocksDB's keys a row. */
  private static final class OfColumns extends FamilyCursor {
    private final FamilyHandle.OfColumns family;
    private final boolean[] projection;
    private final boolean presenceOnly;

    OfColumns(
        BoundedIterator iterator,
        boolean reversed,
        FamilyHandle.OfColumns family,
        boolean[] projection,
        boolean presenceOnly) {
      super(iterator, reversed);
      this.family = family;
      this.projection = projection;
      this.presenceOnly = presenceOnly;
    }

    @Override
    byte[] rowKey() {
      return iterator.key();
    }

    @Override
    void read(RowBuilder row) {
      if (presenceOnly) {
        row.columns(family.name(), List.of(), rowKey().length);
      } else {
        byte[] value = iterator.value();
        row.columns(
            family.name(), family.decode(value, projection), rowKey().length + value.length);
      }
    }
  }

  private static final class OfCounter extends FamilyCursor {
    private final FamilyHandle.OfCounter family;

    OfCounter(BoundedIterator iterator, boolean reversed, FamilyHandle.OfCounter family) {
      super(iterator, reversed);
      this.family = family;
    }

    @Override
    byte[] rowKey() {
      return iterator.key();
    }

    @Override
    void read(RowBuilder row) {
      byte[] value = iterator.value();
      row.counter(family.name(), Counters.decode(value), rowKey().length + value.length);
    }
  }

  /** A family with any number of RocksDB's keys a row; each begins with the row's key. */
  private abstract static sealed class OfAnyItems extends FamilyCursor {
    private final KeyCodec rowCodec;
    final FamilyHandle.OfItems family;
    private byte[] rowKey;
    boolean atFirst;

    OfAnyItems(
        BoundedIterator iterator,
        boolean reversed,
        KeyCodec rowCodec,
        FamilyHandle.OfItems family) {
      super(iterator, reversed);
      this.rowCodec = rowCodec;
      this.family = family;
    }

    @Override
    byte[] rowKey() {
      return rowKey;
    }

    @Override
    void arrive() {
      byte[] key = iterator.key();
      rowKey = key == null ? null : Arrays.copyOf(key, rowCodec.endOfKey(key, 0));
      atFirst = !reversed;
    }

    @Override
    void advance() throws RocksDBException {
      if (reversed) {
        iterator.seekBefore(rowKey);
      } else {
        byte[] end = FamilyHandle.successor(rowKey);
        if (end == null) {
          rowKey = null;
          return;
        }
        // A forward read has often reached the next row already.
        boolean within = iterator.key() != null && startsWith(iterator.key(), rowKey);
        if (within || !atFirst) {
          iterator.seek(end);
        }
      }
      arrive();
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
      return key.length >= prefix.length
          && Arrays.equals(key, 0, prefix.length, prefix, 0, prefix.length);
    }
  }

  private static final class OfItems extends OfAnyItems {
    private final FamilyRead.Items wanted;

    OfItems(
        BoundedIterator iterator,
        boolean reversed,
        KeyCodec rowCodec,
        FamilyHandle.OfItems family,
        FamilyRead.Items wanted) {
      super(iterator, reversed, rowCodec, family);
      this.wanted = wanted;
    }

    @Override
    void read(RowBuilder row) throws RocksDBException {
      ItemReader.read(iterator, family, wanted, rowKey(), atFirst, row);
      // Only a forward read leaves the iterator where the next row may begin.
      atFirst = atFirst && !wanted.reversed();
    }
  }

  private static final class OfItemKeys extends OfAnyItems {
    private final FamilyRead.ItemsByKey wanted;

    OfItemKeys(
        BoundedIterator iterator,
        boolean reversed,
        KeyCodec rowCodec,
        FamilyHandle.OfItems family,
        FamilyRead.ItemsByKey wanted) {
      super(iterator, reversed, rowCodec, family);
      this.wanted = wanted;
    }

    @Override
    void read(RowBuilder row) throws RocksDBException {
      atFirst = false;
      ItemReader.readKeys(iterator, family, wanted, rowKey(), row);
    }
  }
}
