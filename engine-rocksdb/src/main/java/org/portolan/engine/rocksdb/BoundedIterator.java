package org.portolan.engine.rocksdb;

import java.util.Arrays;
import org.portolan.engine.adapter.ByteRange;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/**
 * An iterator that stays within a range, with the native objects it needs. RocksDB gets the bounds,
 * so that it reads no block beyond them. They are also checked here, for a transaction's own
 * writes.
 */
final class BoundedIterator implements AutoCloseable {
  private final ByteRange bounds;
  private final Slice lower;
  private final Slice upper;
  private final ReadOptions options;
  private final RocksIterator iterator;
  private byte[] key;

  BoundedIterator(ReadSource source, ColumnFamilyHandle family, ByteRange bounds) {
    this.bounds = bounds;
    options = new ReadOptions();
    lower = bounds.from().length == 0 ? null : new Slice(bounds.from());
    upper = bounds.to() == null ? null : new Slice(bounds.to());
    if (lower != null) {
      options.setIterateLowerBound(lower);
    }
    if (upper != null) {
      options.setIterateUpperBound(upper);
    }
    iterator = source.iterate(family, options);
  }

  void seekToFirst() throws RocksDBException {
    seek(bounds.from());
  }

  void seekToLast() throws RocksDBException {
    if (bounds.to() == null) {
      iterator.seekToLast();
      land();
    } else {
      seekBefore(bounds.to());
    }
  }

  void seek(byte[] target) throws RocksDBException {
    iterator.seek(target);
    land();
  }

  /** Goes to the last key below {@code target}. */
  void seekBefore(byte[] target) throws RocksDBException {
    iterator.seekForPrev(target);
    if (iterator.isValid() && Arrays.equals(iterator.key(), target)) {
      iterator.prev();
    }
    land();
  }

  void next() throws RocksDBException {
    iterator.next();
    land();
  }

  void previous() throws RocksDBException {
    iterator.prev();
    land();
  }

  private void land() throws RocksDBException {
    if (!iterator.isValid()) {
      iterator.status();
      key = null;
      return;
    }
    byte[] reached = iterator.key();
    key = bounds.contains(reached) ? reached : null;
  }

  /** Returns the key reached, null outside the range. */
  byte[] key() {
    return key;
  }

  byte[] value() {
    return iterator.value();
  }

  @Override
  public void close() {
    iterator.close();
    options.close();
    if (lower != null) {
      lower.close();
    }
    if (upper != null) {
      upper.close();
    }
  }
}
