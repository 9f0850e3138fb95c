package org.portolan.wikitext.expand;

import org.portolan.wikitext.limit.Allowance;

/**
 * Gives labels to links that have a bar and no label, which MediaWiki calls the pipe trick: {@code
 * [[Help:Chart (sea), Riga|]]} shows "Chart". A link with a label and no target ({@code
 * [[|Compass]]}) gets the surroundings of the page's own title: in "Chart (sea)" it leads to
 * "Compass (sea)".
 */
final class LinkLabels {
  /** No longer text is a title. */
  private static final int TITLE_CHARS_MAX = 1_024;

  private static final String[] COMMAS = {", ", "\uff0c", "\u060c "};

  private final String title;
  private final Allowance allowance;

  LinkLabels(String title, Allowance allowance) {
    this.title = title;
    this.allowance = allowance;
  }

  String write(String text) {
    int at = text.indexOf("[[");
    if (at < 0) {
      return text;
    }
    var out = new StringBuilder(text.length() + 64);
    int copied = 0;
    while (at >= 0) {
      allowance.step();
      int end = titleEnd(text, text.startsWith("|", at + 2) ? at + 3 : at + 2);
      var written = text.substring(at + 2, end);
      if (written.startsWith("|") && written.length() > 1 && text.startsWith("]]", end)) {
        out.append(text, copied, at + 2).append(target(written.substring(1)));
        copied = end;
      } else if (!written.startsWith("|") && text.startsWith("|]]", end) && !written.isEmpty()) {
        out.append(text, copied, end + 1).append(label(written));
        copied = end + 1;
      }
      at = text.indexOf("[[", Math.max(at + 2, copied));
    }
    return out.append(text, copied, text.length()).toString();
  }

  /** Returns the end of the characters that a title may have. */
  private static int titleEnd(String text, int from) {
    int last = Math.min(text.length(), from + TITLE_CHARS_MAX);
    int at = from;
    while (at < last && text.charAt(at) >= ' ' && "#<>[]|{}\u007f".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private static String label(String written) {
    int from = prefixEnd(written);
    if (from == written.length()) {
      // "Help:" alone is a name.
      return written;
    }
    var rest = written.substring(from);
    return rest.substring(0, nameEnd(rest));
  }

  /** Returns the end of the namespace and its colon; of a colon alone; or 0. */
  private static int prefixEnd(String written) {
    int from = written.startsWith(":") ? 1 : 0;
    int at = from;
    while (at < written.length() && isPartOfPrefix(written.charAt(at))) {
      at++;
    }
    return at > from && written.startsWith(":", at) ? at + 1 : from;
  }

  private static boolean isPartOfPrefix(char letter) {
    return letter == ' '
        || letter == '_'
        || letter == '-'
        || letter >= 0x80
        || (letter >= '0' && letter <= '9')
        || (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z');
  }

  /**
   * Returns the end of the name in a title without its namespace: before what stands in brackets at
   * the end, or before a comma, or before brackets and a comma.
   */
  private static int nameEnd(String rest) {
    int end = bracketsStart(rest, '(', ')');
    if (end < 0) {
      end = bracketsStart(rest, '\uff08', '\uff09');
    }
    return end >= 0 ? end : commaNameEnd(rest);
  }

  /** Returns where the brackets begin that end a text, with the space before them; or -1. */
  private static int bracketsStart(String text, char open, char close) {
    int at = text.indexOf(open, 1);
    if (at < 0 || at + 2 >= text.length() || text.charAt(text.length() - 1) != close) {
      return -1;
    }
    return at > 1 && text.charAt(at - 1) == ' ' ? at - 1 : at;
  }

  private static int commaNameEnd(String rest) {
    int lastBrackets = lastBracketsBeforeComma(rest);
    for (int i = 1; i < rest.length(); i++) {
      int open = rest.charAt(i) == ' ' ? i + 1 : i;
      boolean brackets = rest.startsWith("(", open) && lastBrackets > open + 1;
      if (brackets || isComma(rest, i)) {
        return i;
      }
    }
    return rest.length();
  }

  private static int lastBracketsBeforeComma(String rest) {
    for (int i = rest.length() - 1; i > 0; i--) {
      if (rest.charAt(i) == ')' && isComma(rest, i + 1)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isComma(String text, int at) {
    for (var comma : COMMAS) {
      if (text.startsWith(comma, at)) {
        return at + comma.length() < text.length();
      }
    }
    return false;
  }

  /** Returns a target and a label for a label, by the title of the page. */
  private String target(String label) {
    int from = prefixEnd(title);
    var rest = title.substring(from);
    int brackets = rest.indexOf(" (", 1);
    int comma = rest.indexOf(", ", 1);
    var after = "";
    if (brackets >= 0 && rest.endsWith(")") && brackets + 3 < rest.length()) {
      after = rest.substring(brackets);
    } else if (comma >= 0 && comma + 2 < rest.length()) {
      after = rest.substring(comma);
    }
    return from == 0 && after.isEmpty()
        ? label
        : title.substring(0, from) + label + after + "|" + label;
  }
}
