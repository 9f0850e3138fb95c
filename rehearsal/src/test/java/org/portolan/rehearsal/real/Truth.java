package org.portolan.rehearsal.real;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decides the conditions of MyBatis mappings for parameters of which every one is given, or none.
 * Flags are false: most of them exclude another condition.
 */
final class Truth {
  private static final Pattern COMPARISON =
      Pattern.compile("(.+?)\\s*(!=|==|>=|<=|>|<)\\s*(.+)", Pattern.DOTALL);
  private static final Pattern LITERAL = Pattern.compile(".*\\.(?:equals|contains)\\('(.*)'\\)");

  private final String database;
  private final boolean given;
  private final Map<String, String> bound;

  /**
   * @param given whether parameters are given
   * @param bound the values of names that a mapping itself binds
   */
  Truth(String database, boolean given, Map<String, String> bound) {
    this.database = database;
    this.given = given;
    this.bound = bound;
  }

  boolean of(String condition) {
    String text = condition.strip();
    int or = operator(text, "||", " or ");
    if (or >= 0) {
      return of(text.substring(0, or)) || of(text.substring(or + (symbol(text, or) ? 2 : 4)));
    }
    int and = operator(text, "&&", " and ");
    if (and >= 0) {
      return of(text.substring(0, and)) && of(text.substring(and + (symbol(text, and) ? 2 : 5)));
    }
    if (text.startsWith("(") && text.endsWith(")")) {
      return of(text.substring(1, text.length() - 1));
    }
    if (text.startsWith("!") && !text.startsWith("!=")) {
      boolean ofEmpty = text.endsWith(".empty") || text.endsWith(".isEmpty()");
      return ofEmpty ? given : !of(text.substring(1));
    }
    return single(text);
  }

  private boolean single(String text) {
    Matcher comparison = COMPARISON.matcher(text);
    if (comparison.matches()) {
      return compared(comparison.group(1), comparison.group(2), comparison.group(3));
    }
    Matcher literal = LITERAL.matcher(text);
    if (literal.matches()) {
      return given && (literal.group(1).equals("EQUALS") || literal.group(1).equals("string"));
    }
    return "true".equals(bound.get(text)) || text.equals("true") || text.equals("needsPaging");
  }

  private boolean compared(String left, String operator, String right) {
    boolean equal = operator.equals("==");
    if (right.equals("null")) {
      return equal != (bound.containsKey(left) || given);
    }
    if (left.equals("_databaseId")) {
      return equal == right.equals("'" + database + "'");
    }
    if (left.equals("resultType")) {
      return equal == right.equals("'LIST_PAGE'");
    }
    if (left.matches("index|i|listIndex|groupIndex")) { // Only the first element is rendered.
      return operator.equals("==") && right.equals("0");
    }
    if (left.matches(".*\\.(size|length)(\\(\\))?")) {
      return given && operator.equals(">") && right.equals("0");
    }
    return given && operator.equals("!=");
  }

  /** Returns where an operator stands that is in no parentheses; -1 if nowhere. */
  private static int operator(String text, String symbol, String word) {
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (depth == 0 && (text.startsWith(symbol, i) || text.startsWith(word, i))) {
        return i;
      }
    }
    return -1;
  }

  private static boolean symbol(String text, int at) {
    return text.charAt(at) != ' ' || text.startsWith("&&", at) || text.startsWith("||", at);
  }
}
