package org.portolan.types;

/**
 * A bounded reader of encoded bytes: if the bytes are damaged, it fails with an {@link
 * IllegalArgumentException} and nothing else. Not thread-safe.
 */
final class ByteReader {
  private final byte[] source;
  private int position;
  private long inflatable = Compression.LENGTH_MAX_BYTES;

  ByteReader(byte[] source, int position) {
    this.source = source;
    this.position = position;
  }

  byte[] source() {
    return source;
  }

  int position() {
    return position;
  }

  int remaining() {
    return source.length - position;
  }

  int readByte() {
    require(1);
    return source[position++] & 0xFF;
  }

  /** Reads {@code width} bytes, most significant first, each complemented where the mask says. */
  long readBigEndian(int width, int mask) {
    require(width);
    long value = 0;
    for (int index = 0; index < width; index++) {
      value = value << 8 | ((source[position++] ^ mask) & 0xFF);
    }
    return value;
  }

  /** Skips {@code length} bytes and returns the position where they began. */
  int skip(int length) {
    require(length);
    int start = position;
    position += length;
    return start;
  }

  long readVarint() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = readByte();
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException(
        "the number before byte " + position + " is longer than 64 bits");
  }

  long readZigZag() {
    long raw = readVarint();
    return (raw >>> 1) ^ -(raw & 1);
  }

  /** Reads the length of a part and checks that as many bytes are left. */
  int readLength() {
    long length = readVarint();
    if (length < 0 || length > remaining()) {
      throw new IllegalArgumentException(
          "a length of " + length + " is given but only " + remaining() + " bytes are left");
    }
    return (int) length;
  }

  /** Takes {@code length} bytes from the limit on the row's expanded texts. */
  void spendInflated(long length) {
    inflatable -= length;
    if (length < 0 || inflatable < 0) {
      throw new IllegalArgumentException(
          "the compressed texts expand to more than " + Compression.LENGTH_MAX_BYTES + " bytes");
    }
  }

  private void require(int length) {
    if (length > source.length - position) {
      throw new IllegalArgumentException(
          length + " bytes are needed but only " + remaining() + " are left");
    }
  }
}
