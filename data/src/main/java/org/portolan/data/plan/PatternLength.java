package org.portolan.data.plan;

import java.util.OptionalInt;

/**
 * The length of the texts that a simple regular expression matches: literals, classes, escapes of
 * one character, and the quantifiers {@code {n}}, {@code {n,m}} and {@code ?}. A range counts with
 * its middle.
 */
final class PatternLength {
  private PatternLength() {}

  /** Returns the length; empty if the expression has any other part, or no greatest length. */
  static OptionalInt of(String expression) {
    double length = 0;
    int at = 0;
    while (at < expression.length()) {
      char unit = expression.charAt(at);
      if (unit == '[') {
        at = endOfClass(expression, at);
      } else if (unit == '\\') {
        if (at + 1 >= expression.length() || !isOneCharacter(expression.charAt(at + 1))) {
          return OptionalInt.empty();
        }
        at += 2;
      } else if ("(|)^$*+?{".indexOf(unit) >= 0) {
        return OptionalInt.empty();
      } else {
        at++;
      }
      if (at < 0) {
        return OptionalInt.empty();
      }
      char next = at < expression.length() ? expression.charAt(at) : ' ';
      if (next == '{') {
        int end = expression.indexOf('}', at);
        String[] bounds = expression.substring(at + 1, Math.max(at + 1, end)).split(",", -1);
        if (end < 0 || bounds.length > 2 || !isNumber(bounds[0]) || !isNumber(last(bounds))) {
          return OptionalInt.empty();
        }
        length += (Integer.parseInt(bounds[0]) + Integer.parseInt(last(bounds))) / 2.0;
        at = end + 1;
      } else if (next == '?') {
        length += 0.5;
        at++;
      } else {
        length++;
      }
    }
    return OptionalInt.of((int) Math.round(length));
  }

  /** Returns the place behind a class of characters; -1 if it is not simple. */
  private static int endOfClass(String expression, int start) {
    int end = expression.indexOf(']', start + 2);
    String content = end < 0 ? "[" : expression.substring(start + 1, end);
    return content.equals("^")
            || content.contains("[")
            || content.contains("&&")
            || content.endsWith("\\")
        ? -1
        : end + 1;
  }

  private static boolean isOneCharacter(char escape) {
    return "dDsSwW".indexOf(escape) >= 0 || !Character.isLetterOrDigit(escape);
  }

  private static String last(String[] bounds) {
    return bounds[bounds.length - 1];
  }

  private static boolean isNumber(String text) {
    return text.matches("[0-9]{1,6}");
  }
}
