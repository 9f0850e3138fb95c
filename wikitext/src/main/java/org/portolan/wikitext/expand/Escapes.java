package org.portolan.wikitext.expand;

import java.nio.charset.StandardCharsets;

/** Texts written so that their characters have no meaning elsewhere. */
final class Escapes {
  private static final String HEX = "0123456789ABCDEF";

  private Escapes() {}

  /** Escapes what begins a tag or a character reference. */
  static String html(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** Writes characters with a meaning in wikitext as references, as in titles that a page shows. */
  static String wikitext(String text) {
    StringBuilder result = null;
    for (int i = 0; i < text.length(); i++) {
      char character = text.charAt(i);
      boolean escaped =
          switch (character) {
            case '"', '&', '\'', '<', '=', '>', '[', ']', '{', '|', '}', ';' -> true;
            case '*', '#', ':' -> i == 0;
            case ' ' -> i == 0;
            case '_' -> i > 0 && text.charAt(i - 1) == '_';
            case '/' -> i > 1 && text.charAt(i - 1) == '/' && text.charAt(i - 2) == ':';
            default -> false;
          };
      if (escaped && result == null) {
        result = new StringBuilder(text.length() + 16).append(text, 0, i);
      }
      if (escaped) {
        result.append("&#").append((int) character).append(';');
      } else if (result != null) {
        result.append(character);
      }
    }
    return result == null ? text : result.toString();
  }

  /** Encodes a title as MediaWiki does in addresses: underscores for spaces, some signs kept. */
  static String title(String title) {
    return percent(title.replace(' ', '_'), "-_.;@$!*(),/~:");
  }

  /**
   * Encodes the UTF-8 bytes of all characters but ASCII letters, digits and the kept ones.
   *
   * @param kept ASCII characters
   */
  static String percent(String text, String kept) {
    StringBuilder result = null;
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      int length = Character.charCount(point);
      if (isPlain(point) || (point < 0x80 && kept.indexOf(point) >= 0)) {
        if (result != null) {
          result.append((char) point);
        }
      } else {
        if (result == null) {
          result = new StringBuilder(2 * text.length()).append(text, 0, i);
        }
        for (byte each : text.substring(i, i + length).getBytes(StandardCharsets.UTF_8)) {
          result.append('%').append(HEX.charAt(each >> 4 & 15)).append(HEX.charAt(each & 15));
        }
      }
      i += length;
    }
    return result == null ? text : result.toString();
  }

  private static boolean isPlain(int point) {
    return (point >= '0' && point <= '9')
        || (point >= 'a' && point <= 'z')
        || (point >= 'A' && point <= 'Z');
  }

  /** Returns the text without markers of strips. */
  static String withoutMarkers(String text) {
    int at = text.indexOf(Strip.MARK);
    if (at < 0) {
      return text;
    }
    var result = new StringBuilder(text.length());
    int from = 0;
    while (at >= 0) {
      result.append(text, from, at);
      int end = text.indexOf(Strip.MARK, at + 1);
      from = end < 0 ? text.length() : end + 1;
      at = end < 0 ? -1 : text.indexOf(Strip.MARK, from);
    }
    return result.append(text, from, text.length()).toString();
  }
}
