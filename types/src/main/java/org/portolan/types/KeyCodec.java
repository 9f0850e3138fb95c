package org.portolan.types;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The order-preserving, prefix-free encoding of composite keys. For any two keys of the same
 * columns, the unsigned order of the encodings is the order of {@link #compare}. No encoding begins
 * a different one, so further bytes may follow a key. Immutable and thread-safe.
 *
 * <p>The columns follow each other without separators:
 *
 * <ul>
 *   <li>text: UTF-8 with 0x00 as 0x01 0x01 and 0x01 as 0x01 0x02, then 0x00; bytes likewise. A text
 *       with a collation: ICU's sort key, which ends with 0x00 and cannot be decoded, so its owner
 *       stores the original beside it;
 *   <li>int, long, timestamp (microseconds since the epoch): 4, 8 and 8 bytes, most significant
 *       first, with the sign bit flipped;
 *   <li>decimal: the unscaled integer in the same form, in as many bytes as the precision needs;
 *   <li>boolean: 0x00 or 0x01;
 *   <li>a nullable column is 0x00 alone for null, else 0x01 and the value;
 *   <li>a descending column has all its bytes complemented, so null comes last.
 * </ul>
 */
public final class KeyCodec {
  /** Longer keys are refused; every engine's own limit is far below. */
  static final int LENGTH_MAX_BYTES = 1 << 26;

  private final List<KeyColumn> columns;
  private final KeyComponent[] components;
  private final int decodableCount;

  public KeyCodec(List<KeyColumn> columns) {
    this.columns = List.copyOf(columns);
    components = new KeyComponent[columns.size()];
    for (int index = 0; index < components.length; index++) {
      components[index] = new KeyComponent(this.columns.get(index));
    }
    int count = 0;
    while (count < components.length && components[count].decodable()) {
      count++;
    }
    decodableCount = count;
  }

  public static KeyCodec of(KeyColumn... columns) {
    return new KeyCodec(Arrays.asList(columns));
  }

  public List<KeyColumn> columns() {
    return columns;
  }

  /** Whether keys can be decoded: no column has a collation other than binary. */
  public boolean decodable() {
    return decodableCount == components.length;
  }

  /**
   * Returns the encoding of a whole key.
   *
   * @throws IllegalArgumentException if the number of values differs from the number of columns, or
   *     a value is null, of another class or outside the range of its column
   */
  public byte[] encode(Tuple key) {
    if (key.size() != components.length) {
      throw new IllegalArgumentException(
          "a key of " + describe() + " takes " + components.length + " values, not " + key);
    }
    return encodeLeading(key);
  }

  /**
   * Returns a prefix of encoded keys: the encoding of a key starts with it exactly if the key's
   * leading columns hold {@code leading}. An empty tuple gives no bytes.
   *
   * @throws IllegalArgumentException if there are more values than columns, or a value is null, of
   *     another class or outside the range of its column
   */
  public byte[] encodePrefix(Tuple leading) {
    if (leading.size() > components.length) {
      throw new IllegalArgumentException(
          "a key of "
              + describe()
              + " takes at most "
              + components.length
              + " values, not "
              + leading);
    }
    return encodeLeading(leading);
  }

  /**
   * Returns the first eight bytes of the encoding of a whole key, most significant first, with
   * zeros for those that it does not have. If these numbers differ for two keys, their unsigned
   * order is the order of the keys.
   *
   * @throws IllegalArgumentException as {@link #encode}
   */
  public long firstBytes(Tuple key) {
    ByteWriter out = new ByteWriter(Long.BYTES);
    for (int index = 0; index < components.length && out.position() < Long.BYTES; index++) {
      components[index].write(out, key.get(index));
    }
    byte[] encoded = out.toArray();
    long first = 0;
    for (int position = 0; position < Long.BYTES; position++) {
      first = first << 8 | (position < encoded.length ? encoded[position] & 0xFF : 0);
    }
    return first;
  }

  private byte[] encodeLeading(Tuple values) {
    int count = values.size();
    long capacity = 0;
    for (int index = 0; index < count; index++) {
      capacity += components[index].estimatedLength(values.get(index));
    }
    if (capacity > LENGTH_MAX_BYTES) {
      throw new IllegalArgumentException(
          "a key of " + describe() + " with " + capacity + " bytes is too long");
    }
    ByteWriter out = new ByteWriter((int) capacity);
    for (int index = 0; index < count; index++) {
      components[index].write(out, values.get(index));
    }
    return out.toArray();
  }

  /**
   * Returns the key whose encoding is the whole of {@code encoded}.
   *
   * @throws IllegalArgumentException if it is not the encoding of a key of these columns
   * @throws UnsupportedOperationException if the codec is not {@link #decodable()}
   */
  public Tuple decode(byte[] encoded) {
    Decoded decoded = decodeAt(encoded, 0);
    if (decoded.end() != encoded.length) {
      throw new IllegalArgumentException(
          "cannot decode the key "
              + hex(encoded)
              + " of "
              + describe()
              + ": it ends at byte "
              + decoded.end()
              + " but has "
              + encoded.length);
    }
    return decoded.key();
  }

  /**
   * Returns the first {@code count} columns of the key that {@code encoded} starts with; the bytes
   * after them are ignored.
   *
   * @throws IllegalArgumentException if they cannot be decoded or {@code count} is not within the
   *     columns
   * @throws UnsupportedOperationException if one of them has a collation
   */
  public Tuple decodePrefix(byte[] encoded, int count) {
    if (count < 0 || count > components.length) {
      throw new IllegalArgumentException(
          "cannot decode " + count + " columns of a key of " + describe());
    }
    return read(encoded, new ByteReader(encoded, 0), count);
  }

  /**
   * Returns the key whose encoding starts at {@code start}, and where it ends; further bytes may
   * follow.
   *
   * @throws IllegalArgumentException if no key of these columns is encoded there
   * @throws UnsupportedOperationException if the codec is not {@link #decodable()}
   */
  public Decoded decodeAt(byte[] encoded, int start) {
    ByteReader in = reader(encoded, start);
    Tuple key = read(encoded, in, components.length);
    return new Decoded(key, in.position());
  }

  /**
   * Returns where the encoding of a key that starts at {@code start} ends, without decoding it; it
   * works for collated columns too.
   *
   * @throws IllegalArgumentException if no key of these columns is encoded there
   */
  public int endOfKey(byte[] encoded, int start) {
    ByteReader in = reader(encoded, start);
    for (KeyComponent component : components) {
      int position = in.position();
      try {
        component.skip(in);
      } catch (IllegalArgumentException fault) {
        throw undecodable(encoded, component, position, fault);
      }
    }
    return in.position();
  }

  private Tuple read(byte[] encoded, ByteReader in, int count) {
    if (count > decodableCount) {
      throw new UnsupportedOperationException(
          "key column '"
              + components[decodableCount].column().name()
              + "' holds a sort key, which cannot be decoded; read the original beside it");
    }
    Object[] values = new Object[count];
    for (int index = 0; index < count; index++) {
      int position = in.position();
      try {
        values[index] = components[index].read(in);
      } catch (IllegalArgumentException fault) {
        throw undecodable(encoded, components[index], position, fault);
      }
    }
    return Tuple.owning(values);
  }

  private static ByteReader reader(byte[] encoded, int start) {
    if (start < 0 || start > encoded.length) {
      throw new IllegalArgumentException(
          "no key starts at byte " + start + " of " + encoded.length);
    }
    return new ByteReader(encoded, start);
  }

  private IllegalArgumentException undecodable(
      byte[] encoded, KeyComponent component, int position, IllegalArgumentException fault) {
    return new IllegalArgumentException(
        "cannot decode column '"
            + component.column().name()
            + "' of the key "
            + hex(encoded)
            + " of "
            + describe()
            + " at byte "
            + position
            + ": "
            + fault.getMessage(),
        fault);
  }

  /**
   * Compares two keys column by column, in the order of their encodings. The result is zero exactly
   * if the encodings are equal. Null is lowest, or last in a descending column.
   */
  public int compare(Tuple left, Tuple right) {
    for (int index = 0; index < components.length; index++) {
      int order = components[index].compare(left.get(index), right.get(index));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  /**
   * Returns the smallest byte string above all strings that start with {@code prefix}: the
   * exclusive end of a scan. Empty if there is none, because the prefix is empty or all 0xFF.
   */
  public static Optional<byte[]> successor(byte[] prefix) {
    int length = prefix.length;
    while (length > 0 && prefix[length - 1] == (byte) 0xFF) {
      length--;
    }
    if (length == 0) {
      return Optional.empty();
    }
    byte[] next = Arrays.copyOf(prefix, length);
    next[length - 1]++;
    return Optional.of(next);
  }

  private String describe() {
    StringBuilder text = new StringBuilder("(");
    for (KeyColumn column : columns) {
      text.append(text.length() == 1 ? "" : ", ").append(column.name());
      text.append(' ').append(column.type());
    }
    return text.append(')').toString();
  }

  private static String hex(byte[] encoded) {
    return "0x" + Values.abbreviate(Bytes.wrap(encoded));
  }

  /** A key and the position after its encoding. */
  public record Decoded(Tuple key, int end) {}
}
