package org.portolan.wikitext.expand;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The names of the tags that take a part out of the text, and how their attributes are written. */
final class ExtensionTags {
  /** The body of these is wikitext. */
  private static final Set<String> WIKITEXT =
      Set.of("ref", "references", "poem", "gallery", "indicator", "imagemap", "tabber");

  private static final Set<String> OTHERS =
      words(
          """
          nowiki pre math chem ce syntaxhighlight source templatestyles templatedata section timeline
          score mapframe maplink inputbox hiero graph charinsert categorytree dynamicpagelist
          languages langconvert phonos quiz rss listing featuredfeed
          """);

  private static final int NAME_CHARS_MAX = 20;

  private ExtensionTags() {}

  static boolean known(String name) {
    return WIKITEXT.contains(name) || OTHERS.contains(name);
  }

  static boolean wikitext(String name) {
    return WIKITEXT.contains(name);
  }

  /** Returns the end of the tag's name that begins at {@code from}. */
  static int nameEnd(String text, int from) {
    int last = Math.min(text.length(), from + NAME_CHARS_MAX);
    int at = from;
    while (at < last && isLetter(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /**
   * Reads attributes: {@code name}, {@code name=value}, {@code name="value"} or {@code
   * name='value'}. Of equal names the last counts.
   */
  static Map<String, String> attributes(String text) {
    if (text.isBlank()) {
      return Map.of();
    }
    var attributes = new LinkedHashMap<String, String>();
    int at = 0;
    while (at < text.length()) {
      int nameEnd = at;
      while (nameEnd < text.length() && isNamePart(text.charAt(nameEnd))) {
        nameEnd++;
      }
      if (nameEnd == at) {
        at++;
        continue;
      }
      var name = text.substring(at, nameEnd).toLowerCase(Locale.ROOT);
      at = skipSpace(text, nameEnd);
      var value = "";
      if (at < text.length() && text.charAt(at) == '=') {
        int from = skipSpace(text, at + 1);
        int end = valueEnd(text, from);
        boolean quoted = end > from && isQuote(text.charAt(from));
        value = quoted ? text.substring(from + 1, end) : text.substring(from, end);
        at = quoted ? Math.min(text.length(), end + 1) : end;
      }
      attributes.put(name, value.strip());
    }
    return Collections.unmodifiableMap(attributes);
  }

  private static int valueEnd(String text, int from) {
    if (from < text.length() && isQuote(text.charAt(from))) {
      int end = text.indexOf(text.charAt(from), from + 1);
      return end < 0 ? text.length() : end;
    }
    int at = from;
    while (at < text.length() && !isSpace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static boolean isNamePart(char character) {
    return !isSpace(character) && !isQuote(character) && character != '=' && character != '/';
  }

  private static boolean isQuote(char character) {
    return character == '"' || character == '\'';
  }

  private static boolean isLetter(char character) {
    return (character | 0x20) >= 'a' && (character | 0x20) <= 'z';
  }

  static boolean isSpace(char character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
  }

  static int skipSpace(String text, int from) {
    int at = from;
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private static Set<String> words(String text) {
    return Set.copyOf(List.of(text.strip().split("\\s+")));
  }
}
