package org.portolan.rehearsal.plan;

/**
 * Where a call takes the value of a column.
 *
 * @param column the column of the call's own table
 * @param use for {@link Kind#FOUND} the use whose rows have the value, otherwise the call's own
 * @param usedColumn the column there
 */
public record Input(String column, Kind kind, int use, String usedColumn) {
  /** Where a value comes from. */
  public enum Kind {
    /** A value of the statement. */
    CONSTANT,
    /** A list of values of the statement. */
    LISTED,
    /** Rows that were found before. */
    FOUND
  }
}
