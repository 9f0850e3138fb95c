package org.portolan.advisor.sql;

import java.util.Locale;
import java.util.Set;

/** Puts names in quotes, for parsers that take a table's or a column's name for a keyword. */
public final class QuotedNames {
  private QuotedNames() {}

  /**
   * Returns a statement with these names in quotes wherever they stand without. Words that SQL
   * itself reserves stay as they are.
   *
   * @param names the names in lower case
   */
  public static String in(String statement, Dialect dialect, Set<String> names) {
    StringBuilder quoted = new StringBuilder();
    SqlLexer lexer = new SqlLexer(statement, dialect);
    int done = 0;
    while (lexer.next() != TokenKind.END) {
      quoted.append(statement, done, lexer.start());
      done = lexer.end();
      String token = lexer.text();
      boolean name =
          lexer.kind() == TokenKind.WORD
              && names.contains(token.toLowerCase(Locale.ROOT))
              && !Keywords.isReserved(token);
      quoted.append(name ? "`" + token + "`" : token);
    }
    return quoted.append(statement.substring(done)).toString();
  }
}
