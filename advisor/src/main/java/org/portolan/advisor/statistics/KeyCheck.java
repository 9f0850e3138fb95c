package org.portolan.advisor.statistics;

import java.util.List;

/**
 * Whether rows differ in columns that may be a key. Immutable and thread-safe.
 *
 * @param rows how many rows were read
 * @param distinct how many different values they have, null counted as a value
 * @param whole whether these are all rows of the table
 */
public record KeyCheck(
    String table, List<String> columns, long rows, long distinct, boolean whole) {

  public KeyCheck {
    columns = List.copyOf(columns);
  }

  /** Returns whether no two of the rows have the same values. */
  public boolean isUnique() {
    return rows == distinct;
  }
}
