package org.portolan.engine.adapter;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.portolan.engine.KeyRange;
import org.portolan.types.KeyCodec;

/** A range of encoded keys. Immutable. */
public final class ByteRange {
  private static final byte[] NOTHING = {};

  private final byte[] from;
  private final byte[] to;

  private ByteRange(byte[] from, byte[] to) {
    this.from = from;
    this.to = to;
  }

  /** Returns the range of the encodings of a range of keys, each preceded by {@code prefix}. */
  public static ByteRange of(byte[] prefix, KeyCodec codec, KeyRange range) {
    byte[] from = concatenate(prefix, codec.encodePrefix(range.from()));
    if (!range.fromInclusive() && !range.from().isEmpty()) {
      from = KeyCodec.successor(from).orElse(null);
      if (from == null) {
        return new ByteRange(NOTHING, NOTHING);
      }
    }
    byte[] to = concatenate(prefix, codec.encodePrefix(range.to()));
    if (range.toInclusive() || range.to().isEmpty()) {
      to = KeyCodec.successor(to).orElse(null);
    }
    return new ByteRange(from, to);
  }

  /** Returns the range of the encodings of a range of keys. */
  public static ByteRange of(KeyCodec codec, KeyRange range) {
    return of(NOTHING, codec, range);
  }

  /** Returns the range of all keys that begin with {@code prefix}. */
  public static ByteRange startingWith(byte[] prefix) {
    return new ByteRange(prefix, KeyCodec.successor(prefix).orElse(null));
  }

  /** Returns the smallest range that holds all keys of some ranges; at least one must be given. */
  public static ByteRange around(List<ByteRange> ranges) {
    ByteRange around = null;
    for (ByteRange range : ranges) {
      if (around == null || around.isEmpty()) {
        around = range;
      } else if (!range.isEmpty()) {
        byte[] from =
            Arrays.compareUnsigned(range.from, around.from) < 0 ? range.from : around.from;
        boolean further =
            around.to != null
                && (range.to == null || Arrays.compareUnsigned(range.to, around.to) > 0);
        around = new ByteRange(from, further ? range.to : around.to);
      }
    }
    return Objects.requireNonNull(around, "no range");
  }

  /** Returns the inclusive beginning. */
  public byte[] from() {
    return from;
  }

  /** Returns the exclusive end, null for none. */
  public byte[] to() {
    return to;
  }

  /** Returns the part of this range from a key on, which is not before it. */
  public ByteRange from(byte[] key) {
    return new ByteRange(key, to);
  }

  /** Whether no key can be within. */
  public boolean isEmpty() {
    return to != null && Arrays.compareUnsigned(from, to) >= 0;
  }

  public boolean contains(byte[] key) {
    return Arrays.compareUnsigned(key, from) >= 0
        && (to == null || Arrays.compareUnsigned(key, to) < 0);
  }

  /** Returns the concatenation in a new array, or the second array itself if the first is empty. */
  public static byte[] concatenate(byte[] first, byte[] second) {
    if (first.length == 0) {
      return second;
    }
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }
}
