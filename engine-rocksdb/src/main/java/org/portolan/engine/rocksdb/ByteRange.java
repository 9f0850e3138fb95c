package org.portolan.engine.rocksdb;

import java.util.Arrays;
import org.portolan.engine.KeyRange;
import org.portolan.types.KeyCodec;

/** A range of encoded keys. */
final class ByteRange {
  private static final byte[] NOTHING = {};

  private final byte[] from;
  private final byte[] to;

  private ByteRange(byte[] from, byte[] to) {
    this.from = from;
    this.to = to;
  }

  /** Returns the range of the encodings, each begun by {@code prefix}, of a range of keys. */
  static ByteRange of(byte[] prefix, KeyCodec codec, KeyRange range) {
    byte[] from = concatenate(prefix, codec.encodePrefix(range.from()));
    if (!range.fromInclusive() && !range.from().isEmpty()) {
      from = FamilyHandle.successor(from);
      if (from == null) {
        return new ByteRange(NOTHING, NOTHING);
      }
    }
    byte[] to = concatenate(prefix, codec.encodePrefix(range.to()));
    if (range.toInclusive() || range.to().isEmpty()) {
      to = FamilyHandle.successor(to);
    }
    return new ByteRange(from, to);
  }

  static ByteRange of(KeyCodec codec, KeyRange range) {
    return of(NOTHING, codec, range);
  }

  /** Returns the range of all keys that begin with {@code prefix}. */
  static ByteRange startingWith(byte[] prefix) {
    return new ByteRange(prefix, FamilyHandle.successor(prefix));
  }

  /** Inclusive. */
  byte[] from() {
    return from;
  }

  /** Exclusive; null for no end. */
  byte[] to() {
    return to;
  }

  boolean isEmpty() {
    return to != null && Arrays.compareUnsigned(from, to) >= 0;
  }

  boolean contains(byte[] key) {
    return Arrays.compareUnsigned(key, from) >= 0
        && (to == null || Arrays.compareUnsigned(key, to) < 0);
  }

  static byte[] concatenate(byte[] first, byte[] second) {
    if (first.length == 0) {
      return second;
    }
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
