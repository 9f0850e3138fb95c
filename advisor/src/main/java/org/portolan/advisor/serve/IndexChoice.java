package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.List;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.table.DesignNames;
import org.portolan.advisor.table.PlannedTable;

/**
 * An index that a design may have. Columns have the names of the schema.
 *
 * @param table the table whose rows it lists; for a set, the table of its elements
 * @param on the columns whose values have lists; none for one list of all rows
 * @param order the columns that order the rows of a value
 */
public record IndexChoice(
    String table, List<String> on, List<TableUse.Order> order, boolean unique) {
  public IndexChoice {
    on = List.copyOf(on);
    order = List.copyOf(order);
  }

  /** Returns whether this index serves all that the other serves: the same lists, longer order. */
  public boolean covers(IndexChoice other) {
    return table.equals(other.table)
        && unique == other.unique
        && on.size() == other.on.size()
        && on.containsAll(other.on)
        && (startsWith(order, other.order) || startsWith(order, reversed(other.order)));
  }

  /** Returns whether the rows of a value come in an order, from one end or the other. */
  public boolean isOrderedBy(List<TableUse.Order> wanted) {
    return startsWith(order, wanted) || startsWith(order, reversed(wanted));
  }

  static boolean startsWith(List<TableUse.Order> order, List<TableUse.Order> start) {
    return order.size() >= start.size() && order.subList(0, start.size()).equals(start);
  }

  static List<TableUse.Order> reversed(List<TableUse.Order> order) {
    return order.stream()
        .map(column -> new TableUse.Order(column.column(), !column.descending()))
        .toList();
  }

  /** Returns the name that the index should have, {@code orders_by_customer_and_placed}. */
  public String name(PlannedTable planned) {
    List<String> ordered =
        order.stream().map(column -> planned.column(column.column()).name()).toList();
    if (on.isEmpty()) {
      return ordered.isEmpty()
          ? DesignNames.joined("all", "of", List.of(planned.name()))
          : DesignNames.joined(planned.name(), "in_order_of", ordered);
    }
    List<String> columns = new ArrayList<>(planned.names(on));
    columns.addAll(ordered);
    return DesignNames.joined(planned.name(), "by", columns);
  }

  /** Returns the index for people: {@code on customer_id, ordered by placed desc}. */
  public String text() {
    String values = on.isEmpty() ? "of all rows" : "on " + String.join(", ", on);
    return (unique ? "unique " : "")
        + values
        + (order.isEmpty()
            ? ""
            : ", ordered by "
                + String.join(", ", order.stream().map(TableUse.Order::toString).toList()));
  }
}
