package org.portolan.data.internal.access;

import java.util.Arrays;
import org.portolan.engine.KeyRange;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/** Decides whether a key is in a range. */
public final class Ranges {
  private Ranges() {}

  public static boolean contains(KeyCodec codec, KeyRange range, Tuple key) {
    byte[] encoded = codec.encode(key);
    if (!range.from().isEmpty()) {
      byte[] from = codec.encodePrefix(range.from());
      boolean within = startsWith(encoded, from);
      if (within ? !range.fromInclusive() : Arrays.compareUnsigned(encoded, from) < 0) {
        return false;
      }
    }
    if (range.to().isEmpty()) {
      return true;
    }
    byte[] to = codec.encodePrefix(range.to());
    return startsWith(encoded, to) ? range.toInclusive() : Arrays.compareUnsigned(encoded, to) < 0;
  }

  private static boolean startsWith(byte[] bytes, byte[] prefix) {
    return bytes.length >= prefix.length
        && Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
  }
}
