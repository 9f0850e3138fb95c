package org.portolan.wikitext.site;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Characters written in a title as "%C4%81" or "&amp;amp;". */
public final class Encodings {
  /** The longest name of an entity, so that the search after a stray '&' is bounded. */
  private static final int ENTITY_CHARACTERS_MAX = 10;

  private static final Map<String, Integer> ENTITIES =
      Map.ofEntries(
          Map.entry("amp", (int) '&'),
          Map.entry("lt", (int) '<'),
          Map.entry("gt", (int) '>'),
          Map.entry("quot", (int) '"'),
          Map.entry("apos", (int) '\''),
          Map.entry("nbsp", 0xA0),
          Map.entry("ndash", 0x2013),
          Map.entry("mdash", 0x2014),
          Map.entry("lsquo", 0x2018),
          Map.entry("rsquo", 0x2019),
          Map.entry("ldquo", 0x201C),
          Map.entry("rdquo", 0x201D),
          Map.entry("hellip", 0x2026),
          Map.entry("laquo", 0xAB),
          Map.entry("raquo", 0xBB),
          Map.entry("middot", 0xB7),
          Map.entry("deg", 0xB0),
          Map.entry("agrave", 0xE0),
          Map.entry("aacute", 0xE1),
          Map.entry("acirc", 0xE2),
          Map.entry("auml", 0xE4),
          Map.entry("aring", 0xE5),
          Map.entry("ccedil", 0xE7),
          Map.entry("egrave", 0xE8),
          Map.entry("eacute", 0xE9),
          Map.entry("ecirc", 0xEA),
          Map.entry("euml", 0xEB),
          Map.entry("igrave", 0xEC),
          Map.entry("iacute", 0xED),
          Map.entry("ntilde", 0xF1),
          Map.entry("ograve", 0xF2),
          Map.entry("oacute", 0xF3),
          Map.entry("ouml", 0xF6),
          Map.entry("oslash", 0xF8),
          Map.entry("ugrave", 0xF9),
          Map.entry("uacute", 0xFA),
          Map.entry("uuml", 0xFC),
          Map.entry("szlig", 0xDF),
          Map.entry("Auml", 0xC4),
          Map.entry("Eacute", 0xC9),
          Map.entry("Ouml", 0xD6),
          Map.entry("Uuml", 0xDC));

  private Encodings() {}

  /**
   * Decodes percent-encoding and then character references, in MediaWiki's order, once each. Bytes
   * that are not UTF-8, and references to no character, become U+FFFD, which no title may contain.
   */
  static String decode(String text) {
    var result = text.indexOf('%') >= 0 ? percentDecoded(text) : text;
    return result.indexOf('&') >= 0 ? referencesDecoded(result) : result;
  }

  /**
   * Decodes character references, once each: "&amp;#39;", "&amp;#x27;", and the commonest names.
   * Others stay.
   */
  public static String decodeReferences(String text) {
    return text.indexOf('&') >= 0 ? referencesDecoded(text) : text;
  }

  /** Decodes percent-encoding, once; bytes that are not UTF-8 become U+FFFD. */
  public static String decodePercent(String text) {
    return text.indexOf('%') >= 0 ? percentDecoded(text) : text;
  }

  /** Returns the byte written as "%XX" at a place, or -1. */
  static int percentAt(String text, int at) {
    if (at + 2 >= text.length() || text.charAt(at) != '%') {
      return -1;
    }
    int high = Character.digit(text.charAt(at + 1), 16);
    int low = Character.digit(text.charAt(at + 2), 16);
    return high < 0 || low < 0 ? -1 : high << 4 | low;
  }

  static boolean isReferenceAt(String text, int at) {
    int end = referenceEnd(text, at);
    return end >= 0 && reference(text.substring(at + 1, end)) >= 0;
  }

  private static String percentDecoded(String text) {
    var result = new StringBuilder(text.length());
    var bytes = new ByteArrayOutputStream();
    int i = 0;
    while (i < text.length()) {
      int value = percentAt(text, i);
      if (value < 0) {
        result.append(text.charAt(i++));
        continue;
      }
      for (bytes.reset(); value >= 0; value = percentAt(text, i)) {
        bytes.write(value);
        i += 3;
      }
      result.append(bytes.toString(StandardCharsets.UTF_8));
    }
    return result.toString();
  }

  private static String referencesDecoded(String text) {
    var result = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      char character = text.charAt(i);
      if (character == '&') {
        int end = referenceEnd(text, i);
        int decoded = end < 0 ? -1 : reference(text.substring(i + 1, end));
        if (decoded >= 0) {
          result.appendCodePoint(decoded);
          i = end + 1;
          continue;
        }
      }
      result.append(character);
      i++;
    }
    return result.toString();
  }

  private static int referenceEnd(String text, int at) {
    int last = Math.min(text.length(), at + 2 + ENTITY_CHARACTERS_MAX);
    for (int i = at + 1; i < last; i++) {
      char character = text.charAt(i);
      if (character == ';') {
        return i;
      }
      if (character >= 0x80 || !(Character.isLetterOrDigit(character) || character == '#')) {
        return -1;
      }
    }
    return -1;
  }

  private static int reference(String name) {
    if (!name.startsWith("#")) {
      return ENTITIES.getOrDefault(name, -1);
    }
    boolean hexadecimal = name.startsWith("#x") || name.startsWith("#X");
    var digits = name.substring(hexadecimal ? 2 : 1);
    try {
      int value = Integer.parseInt(digits, hexadecimal ? 16 : 10);
      boolean character =
          Character.isValidCodePoint(value) && (value < 0xD800 || value > 0xDFFF) && value > 0;
      return character ? value : 0xFFFD;
    } catch (NumberFormatException notANumber) {
      return -1;
    }
  }
}
