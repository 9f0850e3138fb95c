package org.portolan.advisor.live;

import java.util.List;
import org.portolan.advisor.log.LogStatement;

/**
 * The statements that a database has counted.
 *
 * @param source where it keeps them
 * @param statements one for each form of a statement, with the number of its executions
 * @param missing why there are none, or not all, and the remedy; empty if they are all
 */
public record LiveStatements(String source, List<LogStatement> statements, String missing) {
  public LiveStatements {
    statements = List.copyOf(statements);
  }

  static LiveStatements none(String source, String missing) {
    return new LiveStatements(source, List.of(), missing);
  }
}
