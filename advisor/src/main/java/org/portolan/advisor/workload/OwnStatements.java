package org.portolan.advisor.workload;

import java.util.Set;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.SqlLexer;
import org.portolan.advisor.sql.TokenKind;

/**
 * Our own statements, which are no workload. They have a name of ours for a table or a column,
 * since not everything that logs or counts statements keeps comments; those of migrations have a
 * comment, too, since INSERT has no place for a name everywhere. Stateless.
 */
public final class OwnStatements {
  /** The name of a table in statements by which a database is looked at. */
  public static final String ALIAS = "portolan_read";

  private static final String ALIAS_OF_MIGRATIONS = "portolan_migrate";
  private static final Set<String> ALIASES = Set.of(ALIAS, "portolan_read_to", ALIAS_OF_MIGRATIONS);
  private static final String OF_MIGRATIONS = "/* portolan:migrate */";

  private OwnStatements() {}

  /** Returns whether a statement is one of ours: a text or a longer name does not make it one. */
  public static boolean isOne(String statement, Dialect dialect) {
    // Nearly no statement of an application has these words.
    if (!statement.contains(ALIAS)
        && !statement.contains(ALIAS_OF_MIGRATIONS)
        && !statement.contains(OF_MIGRATIONS)) {
      return false;
    }
    SqlLexer lexer = new SqlLexer(statement, dialect);
    while (lexer.next() != TokenKind.END) {
      String text = lexer.text();
      switch (lexer.kind()) {
        case COMMENT -> {
          if (text.equals(OF_MIGRATIONS)) {
            return true;
          }
        }
        case WORD -> {
          if (ALIASES.contains(text)) {
            return true;
          }
        }
        case QUOTED_NAME -> {
          if (text.length() > 1 && ALIASES.contains(text.substring(1, text.length() - 1))) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }
}
