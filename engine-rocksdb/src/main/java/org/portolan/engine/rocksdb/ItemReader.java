package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Row;
import org.portolan.engine.adapter.ByteRange;
import org.portolan.engine.adapter.RowBuilder;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;
import org.rocksdb.RocksDBException;

/** Reads the items of a row in a range of item keys. */
final class ItemReader {
  private ItemReader() {}

  /**
   * Adds the items found to the row.
   *
   * @param iterator bounded by the wanted range or a wider one
   * @param rowKey the encoded row key
   * @param atFirst whether the iterator is at the first item of the row
   */
  static void read(
      BoundedIterator iterator,
      FamilyHandle.OfItems family,
      FamilyRead.Items wanted,
      byte[] rowKey,
      boolean atFirst,
      RowBuilder row)
      throws RocksDBException {
    ByteRange range = ByteRange.of(rowKey, family.itemCodec(), wanted.range());
    if (range.isEmpty()) {
      return;
    }
    seek(iterator, range, wanted.reversed(), atFirst);
    List<Row.Item> items = new ArrayList<>();
    int bytes = 0;
    while (items.size() < wanted.limit()
        && iterator.key() != null
        && range.contains(iterator.key())) {
      byte[] value = iterator.value();
      bytes += iterator.key().length + value.length;
      items.add(item(family, iterator.key(), rowKey.length, value));
      if (items.size() == wanted.limit()) {
        break;
      }
      if (wanted.reversed()) {
        iterator.previous();
      } else {
        iterator.next();
      }
    }
    add(row, family, items, bytes);
  }

  /** Reads the items under given keys, in the order of their keys. */
  static void readKeys(
      BoundedIterator iterator,
      FamilyHandle.OfItems family,
      FamilyRead.ItemsByKey wanted,
      byte[] rowKey,
      RowBuilder row)
      throws RocksDBException {
    SortedSet<Bytes> keys = keys(family, wanted, rowKey);
    List<Row.Item> items = new ArrayList<>();
    int bytes = 0;
    for (Bytes key : keys) {
      iterator.seek(key.unsafeArray());
      if (iterator.key() != null && Arrays.equals(iterator.key(), key.unsafeArray())) {
        byte[] value = iterator.value();
        bytes += key.length() + value.length;
        items.add(item(family, key.unsafeArray(), rowKey.length, value));
      }
    }
    add(row, family, items, bytes);
  }

  /** Returns RocksDB's keys of the wanted items, ascending, each once. */
  static SortedSet<Bytes> keys(
      FamilyHandle.OfItems family, FamilyRead.ItemsByKey wanted, byte[] rowKey) {
    SortedSet<Bytes> keys = new TreeSet<>();
    for (Tuple itemKey : wanted.itemKeys()) {
      byte[] encoded = family.itemCodec().encode(itemKey);
      keys.add(Bytes.wrap(ByteRange.concatenate(rowKey, encoded)));
    }
    return keys;
  }

  static Row.Item item(FamilyHandle.OfItems family, byte[] key, int rowKeyBytes, byte[] value) {
    Tuple itemKey = family.itemCodec().decodeAt(key, rowKeyBytes).key();
    return new Row.Item(itemKey, family.decode(value));
  }

  static void add(RowBuilder row, FamilyHandle.OfItems family, List<Row.Item> items, int bytes) {
    if (!items.isEmpty()) {
      row.items(family.name(), Collections.unmodifiableList(items), bytes);
    }
  }

  private static void seek(
      BoundedIterator iterator, ByteRange range, boolean reversed, boolean atFirst)
      throws RocksDBException {
    if (!reversed) {
      if (!atFirst || Arrays.compareUnsigned(iterator.key(), range.from()) < 0) {
        iterator.seek(range.from());
      }
    } else if (range.to() == null) {
      iterator.seekToLast();
    } else {
      iterator.seekBefore(range.to());
    }
  }
}
