package org.portolan.wikitext.html.tree;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Character references, by the rules of wikitext: a name needs its semicolon, and what is no
 * reference stays as it is written.
 */
public final class Entities {
  /** The longest reference, with its ampersand and its semicolon. */
  private static final int LENGTH_MAX = 34;

  private static final Map<String, String> NAMES = read();

  private Entities() {}

  private static Map<String, String> read() {
    var names = new HashMap<String, String>();
    try (var lines =
        new BufferedReader(
            new InputStreamReader(
                Entities.class.getResourceAsStream("entities.txt"), StandardCharsets.UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.charAt(0) != '#') {
          var parts = line.split(" ", -1);
          var characters = new StringBuilder();
          for (int i = 1; i < parts.length; i++) {
            characters.appendCodePoint(Integer.parseInt(parts[i], 16));
          }
          names.put(parts[0], characters.toString());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // Two spellings that MediaWiki adds for right-to-left marks.
    names.put("רלמ", "\u200F");
    names.put("رلم", "\u200F");
    return Map.copyOf(names);
  }

  /** Returns the end of the reference that begins at this ampersand, or -1 if there is none. */
  public static int end(CharSequence text, int at) {
    int last = Math.min(text.length(), at + LENGTH_MAX);
    for (int i = at + 1; i < last; i++) {
      char letter = text.charAt(i);
      if (letter == ';') {
        return reference(text, at + 1, i) == null ? -1 : i + 1;
      }
      if (!(Character.isLetterOrDigit(letter) || letter == '#')) {
        return -1;
      }
    }
    return -1;
  }

  /** Returns what a reference stands for; {@code end} is behind its semicolon. */
  public static String decode(CharSequence text, int at, int end) {
    return reference(text, at + 1, end - 1);
  }

  private static String reference(CharSequence text, int from, int to) {
    if (from >= to) {
      return null;
    }
    if (text.charAt(from) != '#') {
      return NAMES.get(text.subSequence(from, to).toString());
    }
    boolean hexadecimal = from + 1 < to && (text.charAt(from + 1) | 0x20) == 'x';
    int start = from + (hexadecimal ? 2 : 1);
    int radix = hexadecimal ? 16 : 10;
    long value = start < to ? 0 : -1;
    for (int i = start; i < to && value >= 0 && value <= Character.MAX_CODE_POINT; i++) {
      char letter = text.charAt(i);
      int digit = letter < 0x80 ? Character.digit(letter, radix) : -1;
      value = digit < 0 ? -1 : value * radix + digit;
    }
    return value >= 0 && value <= Character.MAX_CODE_POINT && isCharacter((int) value)
        ? Character.toString((int) value)
        : null;
  }

  /** Whether HTML may have this character. */
  public static boolean isCharacter(int codePoint) {
    return codePoint == '\t'
        || codePoint == '\n'
        || (codePoint >= 0x20 && codePoint <= 0x7E)
        || (codePoint >= 0xA0 && codePoint <= 0xD7FF)
        || (codePoint >= 0xE000 && codePoint <= 0xFFFD)
        || (codePoint >= 0x10000 && codePoint <= Character.MAX_CODE_POINT);
  }

  /** Whether HTML may have this UTF-16 unit: no control character but tab and line break. */
  static boolean isWritable(char letter) {
    return letter >= ' ' ? letter < 0x7F || letter >= 0xA0 : letter == '\n' || letter == '\t';
  }

  /** Replaces all references of a text. */
  public static String decoded(String text) {
    int at = text.indexOf('&');
    if (at < 0) {
      return text;
    }
    var decoded = new StringBuilder(text.length());
    int from = 0;
    while (at >= 0) {
      int end = end(text, at);
      if (end > 0) {
        decoded.append(text, from, at).append(decode(text, at, end));
        from = end;
      }
      at = text.indexOf('&', Math.max(at + 1, from));
    }
    return decoded.append(text, from, text.length()).toString();
  }

  /** Appends a text so that it can be the content of an element or a quoted attribute. */
  public static void escape(StringBuilder html, CharSequence text) {
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      switch (letter) {
        case '&' -> html.append("&amp;");
        case '<' -> html.append("&lt;");
        case '>' -> html.append("&gt;");
        case '"' -> html.append("&quot;");
        default -> {
          if (isWritable(letter)) {
            html.append(letter);
          }
        }
      }
    }
  }
}
