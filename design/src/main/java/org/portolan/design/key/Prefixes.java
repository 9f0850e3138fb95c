package org.portolan.design.key;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import org.portolan.types.Tuple;

/** Functions that the layouts with a prefix share. */
final class Prefixes {
  /** Separates the columns of a composite key; texts that people write do not contain it. */
  private static final char SEPARATOR = '\u001f';

  private Prefixes() {}

  static void checkRange(int prefixRange) {
    if (prefixRange < 2 || prefixRange > KeyLayout.PREFIX_RANGE_MAX) {
      throw new IllegalArgumentException(
          "the prefix range must be from 2 to "
              + KeyLayout.PREFIX_RANGE_MAX
              + " but is "
              + prefixRange);
    }
  }

  /** Returns the text that is hashed: the values as text, with separators between them. */
  static String text(Tuple key) {
    if (key.size() == 1) {
      return String.valueOf(key.get(0));
    }
    StringBuilder text = new StringBuilder();
    for (int position = 0; position < key.size(); position++) {
      if (position > 0) {
        text.append(SEPARATOR);
      }
      text.append(key.get(position));
    }
    return text.toString();
  }

  /** Returns the MD5 of the text, read as a 128-bit number, modulo {@code range}. */
  static int md5Modulo(String text, int range) {
    byte[] digest = md5().digest(text.getBytes(StandardCharsets.UTF_8));
    long remainder = 0;
    for (byte part : digest) {
      remainder = ((remainder << 8) | (part & 0xff)) % range;
    }
    return (int) remainder;
  }

  private static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
