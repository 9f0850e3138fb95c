package org.portolan.wiki.render;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The spelling of a title in the path of an address: spaces become underscores; unreserved
 * characters (RFC 3986, section 2.3), slashes, colons and commas stay; all others become
 * percent-encoded UTF-8.
 */
public final class TitlePath {
  private static final String PLAIN = "-._~/:,";
  private static final String DIGITS = "0123456789ABCDEF";

  private TitlePath() {}

  public static String encode(String title) {
    var path = new StringBuilder(title.length() + 16);
    for (byte each : title.replace(' ', '_').getBytes(StandardCharsets.UTF_8)) {
      if (isPlain(each)) {
        path.append((char) each);
      } else {
        path.append('%').append(DIGITS.charAt((each >> 4) & 15)).append(DIGITS.charAt(each & 15));
      }
    }
    return path.toString();
  }

  private static boolean isPlain(byte letter) {
    return (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || (letter >= '0' && letter <= '9')
        || PLAIN.indexOf(letter) >= 0;
  }

  /**
   * Decodes a path; underscores stay.
   *
   * @return empty if it is not percent-encoded UTF-8
   */
  public static Optional<String> decode(String path) {
    byte[] written = path.getBytes(StandardCharsets.UTF_8);
    var decoded = ByteBuffer.allocate(written.length);
    for (int i = 0; i < written.length; i++) {
      if (written[i] != '%') {
        decoded.put(written[i]);
        continue;
      }
      int value = i + 2 < written.length ? hex((char) written[i + 1], (char) written[i + 2]) : -1;
      if (value < 0) {
        return Optional.empty();
      }
      decoded.put((byte) value);
      i += 2;
    }
    try {
      return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString());
    } catch (CharacterCodingException e) {
      return Optional.empty();
    }
  }

  private static int hex(char high, char low) {
    int first = Character.digit(high, 16);
    int second = Character.digit(low, 16);
    return first < 0 || second < 0 ? -1 : first * 16 + second;
  }
}
