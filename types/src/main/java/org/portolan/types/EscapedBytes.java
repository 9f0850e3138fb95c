package org.portolan.types;

/**
 * Byte strings of any length inside a key: a zero byte ends the string, so 0x00 is written as 0x01
 * 0x01 and 0x01 as 0x01 0x02. The encoding keeps the order of the bytes, and no encoded string
 * begins another. The content stays readable, as in FoundationDB's tuple layer. Unlike there, no
 * escape contains the terminator, so one byte ends a string, and the next column does not matter.
 */
final class EscapedBytes {
  static final int TERMINATOR = 0x00;
  private static final int ESCAPE = 0x01;

  private EscapedBytes() {}

  static void write(ByteWriter out, byte[] content) {
    int escapes = 0;
    for (byte value : content) {
      if (value == TERMINATOR || value == ESCAPE) {
        escapes++;
      }
    }
    byte[] target = out.reserve(content.length + escapes + 1);
    int position = out.position();
    for (byte value : content) {
      if (value == TERMINATOR || value == ESCAPE) {
        target[position++] = ESCAPE;
        target[position++] = (byte) (value + 1);
      } else {
        target[position++] = value;
      }
    }
    target[position++] = TERMINATOR;
    out.position(position);
  }

  /** Writes {@code text} in UTF-8 without building its bytes first: most keys are short ASCII. */
  static void write(ByteWriter out, String text, String column) {
    int length = text.length();
    byte[] target = out.reserve(length + 1);
    int position = out.position();
    int index = 0;
    while (index < length) {
      char unit = text.charAt(index);
      if (unit <= ESCAPE || unit >= 0x80) {
        break;
      }
      target[position++] = (byte) unit;
      index++;
    }
    out.position(position);
    if (index < length) {
      Utf8.requireWellFormed(column, text);
      writeRest(out, text, index);
    } else {
      target[position++] = TERMINATOR;
      out.position(position);
    }
  }

  private static void writeRest(ByteWriter out, String text, int start) {
    // Three bytes bound every char: two for an escape, four for a pair of surrogates.
    byte[] target = out.reserve(3 * (text.length() - start) + 1);
    int position = out.position();
    for (int index = start; index < text.length(); ) {
      int point = text.codePointAt(index);
      index += Character.charCount(point);
      if (point <= ESCAPE) {
        target[position++] = ESCAPE;
        target[position++] = (byte) (point + 1);
      } else if (point < 0x80) {
        target[position++] = (byte) point;
      } else if (point < 0x800) {
        target[position++] = (byte) (0xC0 | (point >> 6));
        target[position++] = (byte) (0x80 | (point & 0x3F));
      } else if (point < 0x10000) {
        target[position++] = (byte) (0xE0 | (point >> 12));
        target[position++] = (byte) (0x80 | (point >> 6 & 0x3F));
        target[position++] = (byte) (0x80 | (point & 0x3F));
      } else {
        target[position++] = (byte) (0xF0 | (point >> 18));
        target[position++] = (byte) (0x80 | (point >> 12 & 0x3F));
        target[position++] = (byte) (0x80 | (point >> 6 & 0x3F));
        target[position++] = (byte) (0x80 | (point & 0x3F));
      }
    }
    target[position++] = TERMINATOR;
    out.position(position);
  }

  /** Moves behind the terminator and returns the length before it. */
  static int skip(ByteReader in, int mask) {
    byte[] source = in.source();
    byte end = (byte) (TERMINATOR ^ mask);
    int start = in.position();
    for (int index = start; index < source.length; index++) {
      if (source[index] == end) {
        in.skip(index + 1 - start);
        return index - start;
      }
    }
    throw new IllegalArgumentException("it is not terminated");
  }

  static String readText(ByteReader in, int mask) {
    int start = in.position();
    int length = skip(in, mask);
    if (mask == 0 && !hasEscape(in.source(), start, length)) {
      return Utf8.decode(in.source(), start, length);
    }
    byte[] content = unescape(in.source(), start, length, mask);
    return Utf8.decode(content, 0, content.length);
  }

  static byte[] readBytes(ByteReader in, int mask) {
    int start = in.position();
    int length = skip(in, mask);
    return unescape(in.source(), start, length, mask);
  }

  private static boolean hasEscape(byte[] source, int start, int length) {
    for (int index = start; index < start + length; index++) {
      if (source[index] == ESCAPE) {
        return true;
      }
    }
    return false;
  }

  private static byte[] unescape(byte[] source, int start, int length, int mask) {
    byte escape = (byte) (ESCAPE ^ mask);
    int end = start + length;
    int escapes = 0;
    for (int index = start; index < end; index++) {
      if (source[index] == escape) {
        escapes++;
        index++;
      }
    }
    byte[] content = new byte[length - escapes];
    int position = 0;
    for (int index = start; index < end; index++) {
      int value = (source[index] ^ mask) & 0xFF;
      if (value == ESCAPE) {
        index++;
        int escaped = index < end ? (source[index] ^ mask) & 0xFF : 0;
        if (escaped != 1 && escaped != 2) {
          throw new IllegalArgumentException("it has a broken escape at byte " + (index - 1));
        }
        value = escaped - 1;
      }
      content[position++] = (byte) value;
    }
    return content;
  }
}
