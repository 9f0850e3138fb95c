package org.portolan.preparedscan.format;

import java.util.Arrays;

/** Bytes that grow. Used by one thread. */
public final class Output {
  private static final int SMALL = 64;
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 0x80;

  private byte[] bytes;
  private int size;

  public Output() {
    this(SMALL);
  }

  /**
   * @param expected the number of bytes for which there is room at first
   */
  Output(int expected) {
    bytes = new byte[expected];
  }

  public int size() {
    return size;
  }

  /** Returns the buffer itself; its first {@link #size} bytes are written. */
  byte[] array() {
    return bytes;
  }

  private void reserve(int more) {
    if (more > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), 2 * bytes.length));
    }
  }

  public void writeByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  /** Writes a number, 7 bits a byte, lowest first; the highest bit is set if more bytes follow. */
  public void writeVarint(long value) {
    reserve(Long.BYTES + 2);
    long rest = value;
    while ((rest & -VARINT_MORE) != 0) {
      bytes[size++] = (byte) (rest | VARINT_MORE);
      rest >>>= VARINT_BITS;
    }
    bytes[size++] = (byte) rest;
  }

  /** Writes a number of either sign so that small ones are short. */
  public void writeSigned(long value) {
    writeVarint((value << 1) ^ (value >> (Long.SIZE - 1)));
  }

  public void writeRaw(byte[] from, int offset, int length) {
    reserve(length);
    System.arraycopy(from, offset, bytes, size, length);
    size += length;
  }

  /** Makes room for bytes that the caller writes into {@link #array}; returns their position. */
  int claim(int length) {
    reserve(length);
    int at = size;
    size += length;
    return at;
  }

  /** Writes a length and bytes. */
  public void writeBytes(byte[] value) {
    writeVarint(value.length);
    writeRaw(value, 0, value.length);
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }
}
