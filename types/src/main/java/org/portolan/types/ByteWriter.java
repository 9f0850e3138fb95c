package org.portolan.types;

import java.util.Arrays;

/** A growing byte buffer. Not thread-safe. */
final class ByteWriter {
  /** Encodings beyond this are refused: no engine takes a key or a row of that size. */
  static final int LENGTH_MAX = 1 << 30;

  private byte[] buffer;
  private int position;

  /** Starts with {@code capacity} bytes; a result of exactly that length is not copied. */
  ByteWriter(int capacity) {
    buffer = new byte[capacity];
  }

  int position() {
    return position;
  }

  /** Returns the buffer after making room for {@code more} bytes; valid until the next write. */
  byte[] reserve(int more) {
    if (more > buffer.length - position) {
      if (more > LENGTH_MAX - position) {
        throw new IllegalArgumentException(
            "the encoding would exceed " + LENGTH_MAX + " bytes; store smaller values");
      }
      buffer = Arrays.copyOf(buffer, Math.max(position + more, 2 * buffer.length));
    }
    return buffer;
  }

  /** Moves to {@code newPosition} after bytes were put into the reserved buffer. */
  void position(int newPosition) {
    position = newPosition;
  }

  void writeByte(int value) {
    reserve(1)[position++] = (byte) value;
  }

  void writeBytes(byte[] source, int length) {
    System.arraycopy(source, 0, reserve(length), position, length);
    position += length;
  }

  /** Writes the low {@code width} bytes of {@code value}, most significant first. */
  void writeBigEndian(long value, int width) {
    byte[] target = reserve(width);
    for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) {
      target[position++] = (byte) (value >>> shift);
    }
  }

  /** Writes an unsigned number, seven bits a byte, least significant first. */
  void writeVarint(long value) {
    byte[] target = reserve(varintWidth(value));
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      target[position++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    target[position++] = (byte) rest;
  }

  /** Writes a signed number so that small ones of either sign are short. */
  void writeZigZag(long value) {
    writeVarint((value << 1) ^ (value >> 63));
  }

  /** Starts a part that gets its length in front of it; returns the mark for {@link #endSized}. */
  int beginSized() {
    writeByte(0);
    return position;
  }

  /** Puts the length of everything written since {@code mark} before it. */
  void endSized(int mark) {
    int length = position - mark;
    int width = varintWidth(length);
    if (width > 1) {
      byte[] target = reserve(width - 1);
      System.arraycopy(target, mark, target, mark + width - 1, length);
    }
    position = mark - 1;
    writeVarint(length);
    position += length;
  }

  /** Complements every bit from {@code start} on: the descending form of these bytes. */
  void complementFrom(int start) {
    for (int index = start; index < position; index++) {
      buffer[index] = (byte) ~buffer[index];
    }
  }

  /** Returns the bytes written; the writer must not be used afterwards. */
  byte[] toArray() {
    return position == buffer.length ? buffer : Arrays.copyOf(buffer, position);
  }

  /** Returns the number of bytes that {@link #writeVarint} takes for {@code value}. */
  static int varintWidth(long value) {
    return Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
  }
}
