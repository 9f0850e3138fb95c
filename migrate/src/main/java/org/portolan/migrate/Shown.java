package org.portolan.migrate;

import java.util.Collection;

/** Values in the reasons of rejected rows: a long text or list begins near what differs. */
final class Shown {
  private static final int CHARS_MAX = 60;
  private static final int CHARS_BEFORE = 20;

  private Shown() {}

  /** Returns a reason: what was wanted, and what would come back. */
  static String difference(Object wanted, Object back) {
    String one = text(wanted);
    String other = text(back);
    int same = 0;
    while (same < Math.min(one.length(), other.length())
        && one.charAt(same) == other.charAt(same)) {
      same++;
    }
    int from = Math.max(one.length(), other.length()) <= CHARS_MAX ? 0 : same - CHARS_BEFORE;
    return "is " + window(one, from) + ", and would come back as " + window(other, from);
  }

  private static String text(Object value) {
    return value == null || value instanceof Collection<?> || !(value instanceof String)
        ? String.valueOf(value)
        : "'" + value + "'";
  }

  private static String window(String text, int wanted) {
    int from = Math.max(0, Math.min(wanted, text.length() - 1));
    int to = Math.min(text.length(), from + CHARS_MAX);
    String lengths = text.length() > CHARS_MAX ? " (" + text.length() + " characters)" : "";
    return (from > 0 ? "…" : "")
        + text.substring(from, to)
        + (to < text.length() ? "…" : "")
        + lengths;
  }
}
