package org.portolan.advisor.workload;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cursors, by which drivers read large results: the query is in their declaration. Stateless. */
final class Cursors {
  /** DECLARE of PostgreSQL, after comments. */
  private static final Pattern DECLARATION =
      Pattern.compile(
          "((?:\\s*/\\*.*?\\*/)*)\\s*declare\\s+(?:\"(?:[^\"]|\"\")+\"|[^\\s\"]+)\\s+"
              + "(?:(?:binary|insensitive|asensitive|no|scroll)\\s+)*cursor\\s+"
              + "(?:with(?:out)?\\s+hold\\s+)?for\\s+(.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private Cursors() {}

  /** Returns the query of a cursor's declaration, with its comments; another statement as it is. */
  static String query(String statement) {
    Matcher declaration = DECLARATION.matcher(statement);
    return declaration.matches()
        ? (declaration.group(1) + " " + declaration.group(2)).strip()
        : statement;
  }
}
