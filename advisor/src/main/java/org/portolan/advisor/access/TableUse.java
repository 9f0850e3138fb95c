package org.portolan.advisor.access;

import java.util.List;
import java.util.Set;

/**
 * How a statement uses one table. A table that it names twice has two uses.
 *
 * @param table the table's name in the schema; as it is written if the schema lacks it
 * @param alias the name in the statement
 * @param known whether the schema has the table
 * @param role what the statement does to the table's rows
 * @param equal the columns compared with one value
 * @param listed the columns compared with a list of values
 * @param range the columns compared by order
 * @param filtered the columns in other conditions: LIKE, IS NULL, OR, functions and their like
 * @param ordered the columns by which the result is ordered, in order
 * @param read the columns whose values are read, conditions included
 * @param readsAll whether all columns are read, as by {@code *}
 * @param written the columns that are written
 * @param incremented of these, the columns whose new value is computed from the old one
 */
public record TableUse(
    String table,
    String alias,
    boolean known,
    Role role,
    Set<String> equal,
    Set<String> listed,
    Set<String> range,
    Set<String> filtered,
    List<Order> ordered,
    Set<String> read,
    boolean readsAll,
    Set<String> written,
    Set<String> incremented) {

  /** What a statement does to the rows of a table. */
  public enum Role {
    READ,
    INSERTED,
    UPDATED,
    DELETED
  }

  /** A column of ORDER BY. */
  public record Order(String column, boolean descending) {
    @Override
    public String toString() {
      return column + (descending ? " desc" : "");
    }
  }
}
