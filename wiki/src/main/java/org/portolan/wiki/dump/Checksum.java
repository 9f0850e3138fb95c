package org.portolan.wiki.dump;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** MediaWiki's checksum of a text: SHA-1 of its UTF-8 in base 36, 31 digits. */
final class Checksum {
  private static final int DIGITS = 31;

  private Checksum() {}

  static String of(String text) {
    var digits =
        new BigInteger(1, sha1().digest(text.getBytes(StandardCharsets.UTF_8))).toString(36);
    return "0".repeat(DIGITS - digits.length()) + digits;
  }

  /** Compares without regard to leading zeros, which some exporters left out. */
  static boolean matches(String written, String wanted) {
    int missing = DIGITS - written.length();
    return missing >= 0 && wanted.equals("0".repeat(missing) + written);
  }

  static int utf8Length(String text) {
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      // Each half of a surrogate pair counts two of its four bytes.
      length +=
          character < 0x80 ? 1 : character < 0x800 || Character.isSurrogate(character) ? 2 : 3;
    }
    return length;
  }

  private static MessageDigest sha1() {
    try {
      return MessageDigest.getInstance("SHA-1");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform must offer SHA-1", e);
    }
  }
}
