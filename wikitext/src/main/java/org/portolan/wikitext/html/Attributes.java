package org.portolan.wikitext.html;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.wikitext.html.tree.Entities;

/** Reads the attributes of a tag, of a table or of a cell. */
final class Attributes {
  private final String text;
  private int at;

  private Attributes(String text) {
    this.text = text;
  }

  /**
   * Returns names, in lower case, and values, decoded, in turn. What is no attribute is stepped
   * over.
   */
  static List<String> read(String text) {
    if (text.isBlank()) {
      return List.of();
    }
    var reader = new Attributes(text);
    var attributes = new ArrayList<String>();
    while (reader.at < text.length()) {
      reader.next(attributes);
    }
    return attributes;
  }

  private void next(List<String> attributes) {
    int start = at;
    while (at < text.length() && isPartOfName(text.charAt(at))) {
      at++;
    }
    if (at == start) {
      at++;
      return;
    }
    var name = text.substring(start, at).toLowerCase(Locale.ROOT);
    int end = at;
    skipSpace();
    if (at >= text.length() || text.charAt(at) != '=') {
      at = end;
      attributes.add(name);
      attributes.add("");
      return;
    }
    at++;
    skipSpace();
    attributes.add(name);
    attributes.add(Entities.decoded(value()).strip());
  }

  private String value() {
    if (at >= text.length()) {
      return "";
    }
    char quote = text.charAt(at);
    int end = quote == '"' || quote == '\'' ? text.indexOf(quote, at + 1) : -1;
    int start = at;
    if (end >= 0) {
      at = end + 1;
      return text.substring(start + 1, end).replace('\n', ' ');
    }
    while (at < text.length() && !isSpace(text.charAt(at))) {
      at++;
    }
    var value = text.substring(start, at);
    return quote == '"' || quote == '\'' ? value.substring(1) : value;
  }

  private void skipSpace() {
    while (at < text.length() && isSpace(text.charAt(at))) {
      at++;
    }
  }

  private static boolean isPartOfName(char letter) {
    return Character.isLetterOrDigit(letter)
        || letter == '-'
        || letter == '_'
        || letter == ':'
        || letter == '.';
  }

  static boolean isSpace(char letter) {
    return letter == ' ' || letter == '\n' || letter == '\t' || letter == '\r' || letter == '\f';
  }
}
