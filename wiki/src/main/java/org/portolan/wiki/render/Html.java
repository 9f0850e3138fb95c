package org.portolan.wiki.render;

/** Text as HTML. */
final class Html {
  private Html() {}

  /** Escapes a text for content and for quoted attributes. */
  static String escape(String text) {
    var escaped = new StringBuilder(text.length() + text.length() / 8);
    for (int i = 0; i < text.length(); i++) {
      char letter = text.charAt(i);
      switch (letter) {
        case '&' -> escaped.append("&amp;");
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '"' -> escaped.append("&quot;");
        case '\'' -> escaped.append("&#39;");
        default -> escaped.append(letter);
      }
    }
    return escaped.toString();
  }
}
