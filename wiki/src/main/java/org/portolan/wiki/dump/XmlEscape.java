package org.portolan.wiki.dump;

import java.io.IOException;
import java.io.Writer;

/** Writes texts as XML 1.0 content, so that a parser reads them back unchanged. */
final class XmlEscape {
  private static final char REPLACEMENT = '\uFFFD';

  private final Writer output;
  private long replacedCharacters;

  XmlEscape(Writer output) {
    this.output = output;
  }

  long replacedCharacters() {
    return replacedCharacters;
  }

  /** Replaces each character that XML cannot hold by U+FFFD, and counts these characters. */
  String representable(String text) {
    StringBuilder result = null;
    for (int i = 0; i < text.length(); i++) {
      if (!isRepresentable(text, i)) {
        if (result == null) {
          result = new StringBuilder(text);
        }
        result.setCharAt(i, REPLACEMENT);
        replacedCharacters++;
      }
    }
    return result == null ? text : result.toString();
  }

  /** Writes the content of an element or of an attribute in double quotes. */
  void write(String text) throws IOException {
    var content = representable(text);
    int written = 0;
    for (int i = 0; i < content.length(); i++) {
      var escaped = escaped(content.charAt(i));
      if (escaped != null) {
        output.write(content, written, i - written);
        output.write(escaped);
        written = i + 1;
      }
    }
    output.write(content, written, content.length() - written);
  }

  private static String escaped(char character) {
    return switch (character) {
      case '&' -> "&amp;";
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      case '"' -> "&quot;";
      // A parser would take it for a line end and turn it into a line feed.
      case '\r' -> "&#13;";
      default -> null;
    };
  }

  private static boolean isRepresentable(String text, int at) {
    char character = text.charAt(at);
    if (character < ' ') {
      return character == '\t' || character == '\n' || character == '\r';
    }
    if (Character.isHighSurrogate(character)) {
      return at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
    }
    if (Character.isLowSurrogate(character)) {
      return at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
    }
    return character < 0xFFFE;
  }
}
