package org.portolan.advisor.workload;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.SqlLexer;
import org.portolan.advisor.sql.TokenKind;

/**
 * Statements within others: the query of a cursor, by which drivers read large results, the
 * statement that MariaDB's SET STATEMENT executes, and the query whose result SET assigns.
 * Stateless.
 */
final class Enclosed {
  /** DECLARE of PostgreSQL. */
  private static final Pattern CURSOR =
      Pattern.compile(
          "((?:\\s*/\\*.*?\\*/)*)\\s*declare\\s+(?:\"(?:[^\"]|\"\")+\"|[^\\s\"]+)\\s+"
              + "(?:(?:binary|insensitive|asensitive|no|scroll)\\s+)*cursor\\s+"
              + "(?:with(?:out)?\\s+hold\\s+)?for\\s+(.*)",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private Enclosed() {}

  /** Returns the statement within another, with its comments; others as they are. */
  static String in(String statement, Dialect dialect) {
    Matcher found = CURSOR.matcher(statement);
    if (found.matches()) {
      return (found.group(1) + " " + found.group(2)).strip();
    }
    SqlLexer lexer = new SqlLexer(statement, dialect);
    if (!isWord(lexer, "set")) {
      return statement;
    }
    String before = statement.substring(0, lexer.start());
    String inner =
        isWord(lexer, "statement") ? executed(statement, lexer) : query(statement, lexer);
    return inner.isEmpty() ? statement : (before + " " + inner).strip();
  }

  /** Moves to the next token that is no comment, and returns whether it is a word. */
  private static boolean isWord(SqlLexer lexer, String word) {
    TokenKind kind = lexer.next();
    while (kind == TokenKind.COMMENT) {
      kind = lexer.next();
    }
    return lexer.isWord(word);
  }

  /** The statement behind FOR: the settings before it have none but in texts. */
  private static String executed(String statement, SqlLexer lexer) {
    while (lexer.next() != TokenKind.END) {
      if (lexer.isWord("for")) {
        return statement.substring(lexer.end());
      }
    }
    return "";
  }

  /** The first query in brackets; empty if there is none. The current token is looked at, too. */
  private static String query(String statement, SqlLexer lexer) {
    int start = -1;
    int depth = 0;
    int open = 0;
    boolean bracket = false;
    for (; lexer.kind() != TokenKind.END; lexer.next()) {
      if (start < 0 && bracket && lexer.isWord("select")) {
        start = lexer.start();
        open = depth;
      }
      bracket = lexer.isSymbol('(');
      depth += bracket ? 1 : 0;
      if (lexer.isSymbol(')')) {
        if (start >= 0 && depth == open) {
          return statement.substring(start, lexer.start());
        }
        depth--;
      }
    }
    return "";
  }
}
