package org.portolan.dump;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes of JSON text in UTF-8 that are being put together. A text has one form only: of its
 * characters, the quote, the backslash and those below U+0020 are escaped, and no others. Used by
 * one thread.
 */
final class LineBuffer {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private byte[] bytes;
  private int length;

  LineBuffer() {
    this(1 << 12);
  }

  /**
   * @param capacity the bytes for which there is room before the buffer grows
   */
  LineBuffer(int capacity) {
    bytes = new byte[capacity];
  }

  int length() {
    return length;
  }

  /** Returns the array that holds the bytes; valid until the next change. */
  byte[] array() {
    return bytes;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }

  LineBuffer clear() {
    length = 0;
    return this;
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
  }

  LineBuffer append(byte[] source, int start, int count) {
    reserve(count);
    System.arraycopy(source, start, bytes, length, count);
    length += count;
    return this;
  }

  /** Appends characters of ASCII as they are. */
  LineBuffer raw(String ascii) {
    int count = ascii.length();
    reserve(count);
    for (int position = 0; position < count; position++) {
      bytes[length++] = (byte) ascii.charAt(position);
    }
    return this;
  }

  LineBuffer raw(char ascii) {
    reserve(1);
    bytes[length++] = (byte) ascii;
    return this;
  }

  /** Appends a text in quotes. It has no lone surrogates: the data layer refuses them. */
  LineBuffer text(String text) {
    int count = text.length();
    // A character takes three bytes at most, if it is not escaped.
    reserve(Math.addExact(Math.multiplyExact(count, 3), 2));
    bytes[length++] = '"';
    for (int position = 0; position < count; position++) {
      char unit = text.charAt(position);
      if (unit < 0x80) {
        ascii(unit, count - position);
      } else if (unit < 0x800) {
        bytes[length++] = (byte) (0xC0 | (unit >> 6));
        bytes[length++] = (byte) (0x80 | (unit & 0x3F));
      } else if (Character.isHighSurrogate(unit)) {
        supplementary(text.codePointAt(position++));
      } else {
        bytes[length++] = (byte) (0xE0 | (unit >> 12));
        bytes[length++] = (byte) (0x80 | ((unit >> 6) & 0x3F));
        bytes[length++] = (byte) (0x80 | (unit & 0x3F));
      }
    }
    return raw('"');
  }

  private void ascii(char unit, int remaining) {
    if (unit >= 0x20 && unit != '"' && unit != '\\') {
      bytes[length++] = (byte) unit;
      return;
    }
    // An escape takes up to six bytes, of which three were reserved.
    reserve(6 + 3 * remaining);
    bytes[length++] = '\\';
    switch (unit) {
      case '"', '\\' -> bytes[length++] = (byte) unit;
      case '\n' -> bytes[length++] = 'n';
      case '\t' -> bytes[length++] = 't';
      case '\r' -> bytes[length++] = 'r';
      default -> {
        bytes[length++] = 'u';
        bytes[length++] = '0';
        bytes[length++] = '0';
        bytes[length++] = HEX[unit >> 4];
        bytes[length++] = HEX[unit & 0xF];
      }
    }
  }

  private void supplementary(int codePoint) {
    bytes[length++] = (byte) (0xF0 | (codePoint >> 18));
    bytes[length++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
    bytes[length++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
    bytes[length++] = (byte) (0x80 | (codePoint & 0x3F));
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      int needed = Math.addExact(length, more);
      bytes = Arrays.copyOf(bytes, Math.max(needed, (int) Math.min(1L << 30, 2L * bytes.length)));
    }
  }
}
