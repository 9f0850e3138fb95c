package org.portolan.migrate;

import java.util.Map;

/**
 * A change of a row, as the log of a database tells it.
 *
 * @param table with its schema (MariaDB: its database) and a dot before it
 * @param before values of the row before the change by column, at least those of the key; empty of
 *     a new row. In the classes of {@link org.portolan.migrate.value.SqlKind}
 * @param after the same after the change; empty of a deleted row
 * @param truncated whether all rows of the table were removed at once
 */
public record RowChange(
    String table, Map<String, Object> before, Map<String, Object> after, boolean truncated) {

  /** Returns the change of one row. */
  public static RowChange of(String table, Map<String, Object> before, Map<String, Object> after) {
    return new RowChange(table, before, after, false);
  }

  /** Returns the removal of all rows of a table. */
  public static RowChange truncation(String table) {
    return new RowChange(table, Map.of(), Map.of(), true);
  }
}
