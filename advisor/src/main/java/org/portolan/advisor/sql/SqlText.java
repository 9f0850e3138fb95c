package org.portolan.advisor.sql;

import java.util.regex.Pattern;

/** The text of SQL as the parser writes it. */
public final class SqlText {
  private static final Pattern LITERAL = Pattern.compile("'(?:[^']|'')*+'");

  private SqlText() {}

  /**
   * Returns a text with empty literals in place of its literals, so that words are words of SQL.
   */
  public static String withoutLiterals(String sql) {
    return LITERAL.matcher(sql).replaceAll("''");
  }
}
