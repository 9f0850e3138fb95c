package org.portolan.advisor.table;

import java.util.Collection;
import java.util.List;

/**
 * What identifies the rows of a table.
 *
 * @param columns the columns as the schema names them; empty for {@link Kind#NONE}
 */
public record Identity(Kind kind, List<String> columns) {

  /** Where an identity comes from. */
  public enum Kind {
    /** The primary key. */
    PRIMARY,
    /** A unique key whose columns are not null. */
    UNIQUE,
    /** Columns that probably identify a row, though no key says so. */
    PROPOSED,
    /** Nothing: a digest of the row, and a number for equal rows. */
    NONE
  }

  public Identity {
    columns = List.copyOf(columns);
  }

  /** Returns whether all of these columns are known if the given ones are. */
  public boolean isIn(Collection<String> known) {
    return kind != Kind.NONE && known.containsAll(columns);
  }
}
