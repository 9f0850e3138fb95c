package org.portolan.advisor.sql;

/**
 * What the form of a pattern of LIKE tells of the texts that meet it. A template keeps it in place
 * of the pattern, so that statements with patterns of several forms are several templates.
 */
public enum LikeForm {
  /** Without a wildcard, as {@code 'abc'}. */
  EXACT("'?'"),

  /** A beginning, as {@code 'abc%'}: each text that begins so meets the pattern. */
  BEGINNING("'?%'"),

  /** A beginning with more behind it, as {@code 'ab_c%'}, or with an escape. */
  BEGINNING_AND_MORE("'?%?'"),

  /** Nothing is known of the beginning, as of {@code '%abc'}, or of a pattern that is not told. */
  UNKNOWN("?");

  private final String template;

  LikeForm(String template) {
    this.template = template;
  }

  /** Returns the form of a pattern, which is given without its quotes. */
  public static LikeForm of(String pattern) {
    if (pattern.isEmpty()) {
      return EXACT;
    }
    if (isWildcard(pattern.charAt(0))) {
      return UNKNOWN;
    }
    // Not each database takes a backslash for an escape: what follows the beginning is not known.
    if (pattern.indexOf('\\') >= 0) {
      return BEGINNING_AND_MORE;
    }
    int wildcard = 0;
    while (wildcard < pattern.length() && !isWildcard(pattern.charAt(wildcard))) {
      wildcard++;
    }
    if (wildcard == pattern.length()) {
      return EXACT;
    }
    return pattern.substring(wildcard).chars().allMatch(letter -> letter == '%')
        ? BEGINNING
        : BEGINNING_AND_MORE;
  }

  private static boolean isWildcard(char letter) {
    return letter == '%' || letter == '_';
  }

  /** Returns what stands for such a pattern in a template: a literal of the same form, or ?. */
  public String template() {
    return template;
  }

  /** Returns whether the texts that meet the pattern have a beginning that it tells. */
  public boolean begins() {
    return this != UNKNOWN;
  }
}
