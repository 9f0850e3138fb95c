package org.portolan.advisor.infer;

import java.util.List;

/**
 * A key for a table that declares no primary key.
 *
 * @param columns the columns; empty if nothing identifies a row
 * @param reason why these
 * @param confidence the probability that they identify a row, from 0 to 1
 */
public record ProposedKey(String table, List<String> columns, String reason, double confidence) {
  public ProposedKey {
    columns = List.copyOf(columns);
  }
}
