package org.portolan.types;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: text and bytes that cannot be restored exactly are refused. */
final class Utf8 {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** The bit of each of eight bytes that ASCII does not have. */
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  private Utf8() {}

  /**
   * Returns the index of the first surrogate in {@code text} that has no partner, or -1. Such a
   * string is no Unicode text and has no UTF-8 form.
   */
  static int indexOfLoneSurrogate(String text) {
    int length = text.length();
    for (int index = 0; index < length; index++) {
      char unit = text.charAt(index);
      if (unit >= Character.MIN_SURROGATE && unit <= Character.MAX_SURROGATE) {
        if (Character.isLowSurrogate(unit)
            || index + 1 == length
            || !Character.isLowSurrogate(text.charAt(index + 1))) {
          return index;
        }
        index++;
      }
    }
    return -1;
  }

  /**
   * @throws IllegalArgumentException if {@code text} holds a lone surrogate
   */
  static void requireWellFormed(String column, String text) {
    int index = indexOfLoneSurrogate(text);
    if (index >= 0) {
      throw loneSurrogate(column, text, index);
    }
  }

  static IllegalArgumentException loneSurrogate(String column, String text, int index) {
    return new IllegalArgumentException(
        String.format(
            "column '%s' cannot take a text with the lone surrogate U+%04X at index %d: it is no"
                + " Unicode text; replace it, for example by U+FFFD",
            column, (int) text.charAt(index), index));
  }

  static byte[] encode(String column, String text) {
    requireWellFormed(column, text);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * @throws IllegalArgumentException if the bytes are not UTF-8
   */
  static String decode(byte[] source, int start, int length) {
    String text = new String(source, start, length, StandardCharsets.UTF_8);
    // The fast decoder writes U+FFFD for bytes that it cannot read: only then decode strictly.
    if (text.indexOf('\uFFFD') >= 0) {
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(source, start, length));
      } catch (CharacterCodingException malformed) {
        throw new IllegalArgumentException("the text is not UTF-8", malformed);
      }
    }
    return text;
  }

  /** Whether {@link #decode} takes the bytes; decides it without making a text. */
  static boolean isWellFormed(byte[] source, int start, int length) {
    int end = start + length;
    int position = afterAscii(source, start, end);
    while (position < end) {
      int lead = source[position++] & 0xFF;
      int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
      if (lead < 0xC2 || lead > 0xF4 || more > end - position) {
        return false;
      }
      // The second byte excludes longer forms than needed, surrogates, and what lies past U+10FFFF.
      int second = source[position] & 0xFF;
      int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
      int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
      if (second < least || second > most) {
        return false;
      }
      for (int index = 1; index < more; index++) {
        if ((source[position + index] & 0xC0) != 0x80) {
          return false;
        }
      }
      position = afterAscii(source, position + more, end);
    }
    return true;
  }

  /** Returns the position of the first byte that is not ASCII, or {@code end}. */
  private static int afterAscii(byte[] source, int start, int end) {
    int position = start;
    while (position < end && position <= source.length - Long.BYTES) {
      long others = (long) EIGHT_BYTES.get(source, position) & NOT_ASCII;
      if (others != 0) {
        return Math.min(end, position + Long.numberOfTrailingZeros(others) / Byte.SIZE);
      }
      position += Long.BYTES;
    }
    while (position < end && source[position] >= 0) {
      position++;
    }
    return Math.min(end, position);
  }

  /** Compares by code point, which is the order of the UTF-8 bytes but not of Java's chars. */
  static int compare(String left, String right) {
    int length = Math.min(left.length(), right.length());
    for (int index = 0; index < length; index++) {
      char leftUnit = left.charAt(index);
      char rightUnit = right.charAt(index);
      if (leftUnit != rightUnit) {
        boolean leftSurrogate = Character.isSurrogate(leftUnit);
        if (leftSurrogate != Character.isSurrogate(rightUnit)) {
          return leftSurrogate ? 1 : -1;
        }
        return Character.compare(leftUnit, rightUnit);
      }
    }
    return Integer.compare(left.length(), right.length());
  }
}
