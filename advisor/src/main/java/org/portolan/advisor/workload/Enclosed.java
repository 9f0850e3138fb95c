package org.portolan.advisor.workload;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statements within others: the query of a cursor, by which drivers read large results, and the
 * statement that MariaDB's SET STATEMENT executes. Stateless.
 */
final class Enclosed {
  private static final String COMMENTS = "((?:\\s*/\\*.*?\\*/)*)\\s*";

  /** DECLARE of PostgreSQL. */
  private static final Pattern CURSOR =
      Pattern.compile(
          COMMENTS
              + "declare\\s+(?:\"(?:[^\"]|\"\")+\"|[^\\s\"]+)\\s+"
              + "(?:(?:binary|insensitive|asensitive|no|scroll)\\s+)*cursor\\s+"
              + "(?:with(?:out)?\\s+hold\\s+)?for\\s+(.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** SET STATEMENT of MariaDB: settings, which have no FOR, and a statement. */
  private static final Pattern SETTINGS =
      Pattern.compile(
          COMMENTS + "set\\s+statement\\s+\\w+\\s*=.*?\\sfor\\s+(.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private Enclosed() {}

  /** Returns the statement within another, with its comments; others as they are. */
  static String in(String statement) {
    for (Pattern pattern : new Pattern[] {CURSOR, SETTINGS}) {
      Matcher found = pattern.matcher(statement);
      if (found.matches()) {
        return (found.group(1) + " " + found.group(2)).strip();
      }
    }
    return statement;
  }
}
