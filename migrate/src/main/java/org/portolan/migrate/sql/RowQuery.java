package org.portolan.migrate.sql;

import java.util.List;

/**
 * What is read of a table.
 *
 * @param columns in the order in which values are given to the consumer
 * @param order the columns in whose order rows are read and ranges are divided; empty to read the
 *     table as a whole, in any order
 * @param unique whether no two rows agree in them
 */
public record RowQuery(
    SqlTable table, List<SqlColumn> columns, List<SqlColumn> order, boolean unique) {
  public RowQuery {
    columns = List.copyOf(columns);
    order = List.copyOf(order);
  }

  /** Returns whether ranges can be read. */
  public boolean ranged() {
    return !order.isEmpty() && order.stream().allMatch(each -> each.ranged() && !each.nullable());
  }
}
