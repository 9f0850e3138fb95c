package org.portolan.wikitext.html.tree;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The declarations of a {@code style} attribute that a page may use: colours, borders, spacing,
 * floats, fonts. No declaration moves an element out of its place, reads an address or runs
 * anything. A value consists of words, colours and bounded lengths, that of {@code font-family}
 * also of names in quotes. Comments are left out; a declaration with anything else in it (escapes,
 * other strings, at-rules) is dropped. What stays is written anew in one spelling, so it does not
 * matter where browsers would end what is dropped.
 */
final class SafeStyle {
  private static final int STYLE_LENGTH_MAX = 2_000;
  private static final int WORD_LENGTH_MAX = 30;

  /** The longest number, in characters. */
  private static final int LENGTH_MAX = 8;

  private static final double PIXELS_MAX = 3_000;

  private static final Set<String> PROPERTIES =
      Set.copyOf(
          List.of(
              """
              float clear width height min-width max-width min-height max-height margin margin-top
              margin-right margin-bottom margin-left padding padding-top padding-right padding-bottom
              padding-left color background background-color text-align vertical-align border
              border-top border-right border-bottom border-left border-color border-style
              border-width border-top-color border-right-color border-bottom-color border-left-color
              border-top-style border-right-style border-bottom-style border-left-style
              border-top-width border-right-width border-bottom-width border-left-width
              border-collapse border-spacing border-radius caption-side font-weight font-style
              font-size font-family font-variant line-height text-decoration text-indent
              text-transform letter-spacing word-spacing white-space overflow-wrap word-wrap
              list-style list-style-type list-style-position display overflow overflow-x
              column-count column-width column-gap columns break-inside empty-cells table-layout
              direction unicode-bidi
              """
                  .strip()
                  .split("\\s+")));

  /** Units of length, and how many pixels one of them may be at most. */
  private static double pixels(String unit) {
    return switch (unit) {
      case "", "px" -> 1;
      case "%" -> 3;
      case "pt" -> 1.4;
      case "em", "rem", "ex", "ch", "pc" -> 16;
      case "cm" -> 38;
      case "mm" -> 4;
      case "in" -> 96;
      default -> Double.POSITIVE_INFINITY;
    };
  }

  private SafeStyle() {}

  /** Returns the declarations that stay, or null if none does. */
  static String of(String style) {
    if (style.length() > STYLE_LENGTH_MAX) {
      return null;
    }
    var text = withoutComments(style);
    var kept = new StringBuilder(text.length());
    int from = 0;
    while (from < text.length()) {
      int end = declarationEnd(text, from);
      int colon = text.indexOf(':', from);
      if (colon >= 0 && colon < end) {
        var property = text.substring(from, colon).strip().toLowerCase(Locale.ROOT);
        var written = text.substring(colon + 1, end);
        var value = property.equals("font-family") ? families(written) : value(written);
        if (PROPERTIES.contains(property) && value != null && isBounded(property, value)) {
          kept.append(kept.length() == 0 ? "" : "; ").append(property).append(": ").append(value);
        }
      }
      from = end + 1;
    }
    return kept.length() == 0 ? null : kept.toString();
  }

  /** Returns a style without comments; one that does not end takes the rest with it. */
  private static String withoutComments(String style) {
    int at = style.indexOf("/*");
    if (at < 0) {
      return style;
    }
    var rest = new StringBuilder(style.length());
    int from = 0;
    while (at >= 0) {
      rest.append(style, from, at).append(' ');
      int end = style.indexOf("*/", at + 2);
      if (end < 0) {
        return rest.toString();
      }
      from = end + 2;
      at = style.indexOf("/*", from);
    }
    return rest.append(style, from, style.length()).toString();
  }

  /** Returns where a declaration ends: at a semicolon outside of quotes. */
  private static int declarationEnd(String text, int from) {
    char quote = 0;
    for (int i = from; i < text.length(); i++) {
      char letter = text.charAt(i);
      if (quote != 0) {
        quote = letter == quote ? 0 : quote;
      } else if (letter == '"' || letter == '\'') {
        quote = letter;
      } else if (letter == ';') {
        return i;
      }
    }
    return text.length();
  }

  /** Returns the families of letters, or null if one is neither words nor words in quotes. */
  private static String families(String written) {
    var families = new StringBuilder(written.length());
    for (var each : written.split(",", -1)) {
      var name = each.strip();
      int last = name.length() - 1;
      boolean quoted =
          last > 1 && "\"'".indexOf(name.charAt(0)) >= 0 && name.charAt(last) == name.charAt(0);
      var family = quoted ? quotedFamily(name.substring(1, last)) : value(name);
      if (family == null) {
        return null;
      }
      families.append(families.length() == 0 ? "" : ",").append(family);
    }
    return families.toString();
  }

  private static String quotedFamily(String name) {
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      if (!Character.isLetterOrDigit(letter) && letter != ' ' && letter != '-') {
        return null;
      }
    }
    return name.isBlank() ? null : "'" + name.strip() + "'";
  }

  /** Very small or huge letters, or lines on one another, would hide or cover text. */
  private static boolean isBounded(String property, String value) {
    return switch (property) {
      case "font-size" -> isBetween(value, 6, 50);
      case "line-height" -> isBetween(value, 0.8, 4) || isBetween(value, 12, 80);
      case "background" -> value.indexOf(' ') < 0;
      default -> true;
    };
  }

  /** Whether a value is a word, or a length between two numbers of pixels. */
  private static boolean isBetween(String value, double min, double max) {
    int end = numberEnd(value);
    if (end == 0) {
      return isWord(value);
    }
    if (end > LENGTH_MAX) {
      return false;
    }
    double one = value.endsWith("%") ? 0.16 : pixels(value.substring(end));
    double size = Double.parseDouble(value.substring(0, end)) * one;
    return size >= min && size <= max;
  }

  /** Returns a value in normal spelling, or null if a part of it is not allowed. */
  private static String value(String written) {
    var value = new StringBuilder(written.length());
    int i = 0;
    while (i < written.length()) {
      char letter = written.charAt(i);
      if (letter == ' ' || letter == '\n' || letter == '\t') {
        i++;
        continue;
      }
      int end = i + 1;
      if (letter == ',' || letter == '/') {
        value.append(letter);
        i = end;
        continue;
      }
      if (letter == '!') {
        // "!important" would override the site's own styles; the rest stays.
        return written.substring(i + 1).strip().equalsIgnoreCase("important") && value.length() > 0
            ? value.toString()
            : null;
      }
      while (end < written.length() && isPartOfWord(written.charAt(end))) {
        end++;
      }
      var word = written.substring(i, end).toLowerCase(Locale.ROOT);
      if (end < written.length() && written.charAt(end) == '(') {
        int close = written.indexOf(')', end);
        if (close < 0 || !isColourFunction(word, written, end + 1, close)) {
          return null;
        }
        word = written.substring(i, close + 1).toLowerCase(Locale.ROOT);
        end = close + 1;
      } else if (!isWord(word) && !isColour(word) && !isLength(word)) {
        return null;
      }
      boolean apart = value.length() > 0 && ",/".indexOf(value.charAt(value.length() - 1)) < 0;
      value.append(apart ? " " : "").append(word);
      i = end;
    }
    return value.length() == 0 ? null : value.toString();
  }

  private static boolean isPartOfWord(char letter) {
    return Character.isLetterOrDigit(letter)
        || letter == '-'
        || letter == '.'
        || letter == '%'
        || letter == '#';
  }

  private static boolean isColourFunction(String name, String text, int from, int to) {
    if (!Set.of("rgb", "rgba", "hsl", "hsla").contains(name)) {
      return false;
    }
    for (int i = from; i < to; i++) {
      char letter = text.charAt(i);
      if (!(letter >= '0' && letter <= '9') && " ,.%/".indexOf(letter) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isWord(String word) {
    for (int i = 0; i < word.length(); i++) {
      char letter = word.charAt(i);
      if (!(letter >= 'a' && letter <= 'z') && letter != '-') {
        return false;
      }
    }
    return word.length() <= WORD_LENGTH_MAX && !word.equals("expression");
  }

  private static boolean isColour(String word) {
    if (word.charAt(0) != '#' || word.length() > 9) {
      return false;
    }
    for (int i = 1; i < word.length(); i++) {
      if (Character.digit(word.charAt(i), 16) < 0) {
        return false;
      }
    }
    return word.length() > 3;
  }

  /** Nothing is negative: a negative margin moves an element over its neighbours. */
  private static boolean isLength(String word) {
    int end = numberEnd(word);
    if (end == 0 || end > LENGTH_MAX) {
      return false;
    }
    double number = Double.parseDouble(word.substring(0, end));
    return number == 0 || number * pixels(word.substring(end)) <= PIXELS_MAX;
  }

  private static int numberEnd(String word) {
    int end = 0;
    int digits = 0;
    boolean point = false;
    while (end < word.length()) {
      char letter = word.charAt(end);
      if (letter == '.' && !point) {
        point = true;
      } else if (letter >= '0' && letter <= '9') {
        digits++;
      } else {
        break;
      }
      end++;
    }
    return digits == 0 ? 0 : end;
  }
}
