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
 *
 * <p>To open an iterator takes several times as long as to move it. So one iterator can visit one
 * range after another ({@link #enter}). RocksDB then knows only the bounds of all of them together
 * and could pass over any number of deleted keys behind a range. Such an iterator passes over
 * {@link #SKIPPED_MAX} of them at most, and then fails with {@link Failures#isTooManySkipped}.
 */
final class BoundedIterator implements AutoCloseable {
  static final int SKIPPED_MAX = 1_000;

  private ByteRange bounds;
  private final Slice lower;
  private final Slice upper;
  private final ReadOptions options;
  private final RocksIterator iterator;
  private byte[] key;

  /** Opens an iterator over one range. */
  BoundedIterator(ReadSource source, ColumnFamilyHandle family, ByteRange bounds) {
    this(source, family, bounds, new ReadOptions());
  }

  private BoundedIterator(
      ReadSource source, ColumnFamilyHandle family, ByteRange bounds, ReadOptions options) {
    this.bounds = bounds;
    this.options = options;
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

  /** Opens an iterator over several ranges within {@code hull}; call {@link #enter} for each. */
  static BoundedIterator overRanges(ReadSource source, ColumnFamilyHandle family, ByteRange hull) {
    ReadOptions options = new ReadOptions().setMaxSkippableInternalKeys(SKIPPED_MAX);
    return new BoundedIterator(source, family, hull, options);
  }

  /**
   * Stays within another range from now on.
   *
   * @param range within the bounds that RocksDB got
   */
  void enter(ByteRange range) {
    bounds = range;
    key = null;
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
