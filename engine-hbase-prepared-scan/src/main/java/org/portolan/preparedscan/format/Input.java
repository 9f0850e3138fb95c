package org.portolan.preparedscan.format;

import java.util.Arrays;

/** Bytes that are read from their beginning. Used by one thread. */
public final class Input {
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 0x80;

  private final byte[] bytes;
  private final int end;
  private int position;

  public Input(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  Input(byte[] bytes, int offset, int length) {
    this.bytes = bytes;
    this.position = offset;
    this.end = offset + length;
  }

  byte[] array() {
    return bytes;
  }

  int remaining() {
    return end - position;
  }

  int position() {
    return position;
  }

  public boolean isAtEnd() {
    return position == end;
  }

  private void require(int count) {
    if (count < 0 || count > end - position) {
      throw new MalformedPageException(
          count
              + " bytes are needed at "
              + position
              + ", but the whole input is "
              + end
              + " bytes long");
    }
  }

  public int readByte() {
    require(1);
    return bytes[position++] & 0xff;
  }

  public long readVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += VARINT_BITS) {
      int next = readByte();
      value |= (long) (next & (VARINT_MORE - 1)) << shift;
      if ((next & VARINT_MORE) == 0) {
        return value;
      }
    }
    throw new MalformedPageException("the number before " + position + " does not end");
  }

  /** Reads a number that must be the length or the count of something in memory. */
  public int readLength() {
    long length = readVarint();
    if (length < 0 || length > Integer.MAX_VALUE) {
      throw new MalformedPageException("the length before " + position + " is " + length);
    }
    return (int) length;
  }

  public long readSigned() {
    long value = readVarint();
    return (value >>> 1) ^ -(value & 1);
  }

  public byte[] readBytes() {
    int length = readLength();
    int from = skip(length);
    return Arrays.copyOfRange(bytes, from, from + length);
  }

  /** Skips bytes and returns the position where they begin. */
  int skip(int count) {
    require(count);
    int from = position;
    position += count;
    return from;
  }
}
