package org.portolan.wikitext.html;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The ids of headings, and how addresses name them and pages. */
final class Anchors {
  private static final char[] HEX = "0123456789ABCDEF".toCharArray();

  private final Set<String> used = new HashSet<>();
  private final Map<String, Integer> next = new HashMap<>();

  /** Returns an id for a heading's text: unique in the page, regardless of case. */
  String unique(String text) {
    var id = id(text);
    if (id.isEmpty() || id.regionMatches(true, 0, "site-", 0, 5)) {
      // The site's own ids begin so.
      id = "_" + id;
    }
    var key = id.toLowerCase(Locale.ROOT);
    if (used.add(key)) {
      return id;
    }
    int number = next.getOrDefault(key, 2);
    while (!used.add(key + "_" + number)) {
      number++;
    }
    next.put(key, number + 1);
    return id + "_" + number;
  }

  /** Returns a text as an id: white space becomes one underscore. */
  static String id(String text) {
    var id = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      boolean space = letter == ' ' || letter == '\n' || letter == '\t' || letter == '_';
      if (!space) {
        id.append(letter);
      } else if (id.length() > 0 && id.charAt(id.length() - 1) != '_') {
        id.append('_');
      }
    }
    int end = id.length();
    while (end > 0 && id.charAt(end - 1) == '_') {
      end--;
    }
    return id.substring(0, end);
  }

  /** Returns a text as the fragment of an address, which needs no more escaping anywhere. */
  static String encode(String text) {
    return encodedId(id(text));
  }

  /** Returns an id as a fragment. */
  static String encodedId(String id) {
    var encoded = new StringBuilder(id.length());
    for (int i = 0; i < id.length(); i++) {
      char letter = id.charAt(i);
      if (letter > ' ' && "%\\\"'<>&`".indexOf(letter) < 0 && !(letter >= 0x7F && letter < 0xA0)) {
        encoded.append(letter);
      } else {
        percent(encoded, (byte) letter);
      }
    }
    return encoded.toString();
  }

  /** Replaces "%XX"; what is not UTF-8 becomes a character that no title has, and controls "?". */
  static String percentDecoded(String text) {
    int at = text.indexOf('%');
    if (at < 0) {
      return text;
    }
    var bytes = new ByteArrayOutputStream();
    var decoded = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int value = byteAt(text, i);
      if (value >= 0) {
        // A control character must not get into a text: one of them marks a token.
        bytes.write(value < ' ' || value == 0x7F ? '?' : value);
        i += 3;
        continue;
      }
      decoded.append(bytes.toString(StandardCharsets.UTF_8));
      bytes.reset();
      decoded.append(text.charAt(i));
      i++;
    }
    return decoded.append(bytes.toString(StandardCharsets.UTF_8)).toString();
  }

  /** Returns the byte that is written as "%XX" here, or -1. */
  static int byteAt(String text, int at) {
    if (text.charAt(at) != '%' || at + 3 > text.length()) {
      return -1;
    }
    int high = Character.digit(text.charAt(at + 1), 16);
    int low = Character.digit(text.charAt(at + 2), 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }

  /** Returns a title as a part of an address, with underscores for spaces. */
  static String path(String title) {
    var path = new StringBuilder(title.length() + 16);
    for (byte each : title.getBytes(StandardCharsets.UTF_8)) {
      char letter = (char) (each & 0xFF);
      if (letter == ' ') {
        path.append('_');
      } else if (letter < 0x7F
          && (Character.isLetterOrDigit(letter) || "-_.!~*(),;@/:$".indexOf(letter) >= 0)) {
        path.append(letter);
      } else {
        percent(path, each);
      }
    }
    return path.toString();
  }

  private static void percent(StringBuilder out, byte value) {
    out.append('%').append(HEX[value >> 4 & 0xF]).append(HEX[value & 0xF]);
  }
}
