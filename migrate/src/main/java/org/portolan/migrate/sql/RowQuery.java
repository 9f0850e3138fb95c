package org.portolan.migrate.sql;

import java.util.List;

/**
 * What is read of a table.
 *
 * @param columns in the order in which values are given to the consumer
 * @param order the columns in whose order rows are read and ranges are divided; empty to read the
 *     table as a whole, in any order
 * @param then columns that order the rows which agree in those
 * @param unique whether no two rows agree in the columns of the order
 */
public record RowQuery(
    SqlTable table,
    List<SqlColumn> columns,
    List<SqlColumn> order,
    List<SqlColumn> then,
    boolean unique) {
  public RowQuery {
    columns = List.copyOf(columns);
    order = List.copyOf(order);
    then = List.copyOf(then);
  }

  /** Returns whether ranges can be read. */
  public boolean ranged() {
    return !order.isEmpty() && order.stream().allMatch(each -> each.ranged() && !each.nullable());
  }
}
