package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.sf.jsqlparser.statement.select.OrderByElement;
import org.portolan.advisor.sql.NullOrder;

/**
 * The items of ORDER BY while their statement is analysed. An item is served by the order of a
 * store only if that is known to be the same: a column of a table, whose nulls stand where a store
 * has them. All items behind another one are left to the application. Not thread-safe.
 */
final class Orders {
  private final NullOrder nulls;
  private final List<Clause> all = new ArrayList<>();

  /**
   * The items of one SELECT.
   *
   * @param nested whether its rows are not those of the result
   */
  private record Clause(List<Item> items, boolean nested) {}

  /**
   * An item.
   *
   * @param column null if it is no column
   */
  record Item(Scope.Ref column, OrderByElement element) {}

  /**
   * @param nulls where they stand if an item does not say it
   */
  Orders(NullOrder nulls) {
    this.nulls = nulls;
  }

  /**
   * Adds the items of one SELECT.
   *
   * @param nested whether its rows are not those of the result
   */
  void add(List<Item> items, boolean nested) {
    if (!items.isEmpty()) {
      all.add(new Clause(List.copyOf(items), nested));
    }
  }

  /** Returns whether the rows of the result have two orders: one is not that of the result. */
  boolean areSeveral() {
    return all.stream().filter(clause -> !clause.nested()).count() > 1;
  }

  /** Tells each use the columns by which a store can order its rows, and returns all items. */
  List<ResultRows.Ordered> build() {
    List<ResultRows.Ordered> built = new ArrayList<>();
    for (Clause clause : all) {
      boolean behind = false;
      for (Item item : clause.items()) {
        ResultRows.Kept kept = behind ? ResultRows.Kept.BEHIND : kept(item);
        behind |= kept != ResultRows.Kept.KEPT;
        if (!behind) {
          UseBuilder use = item.column().use();
          use.ordered.add(new TableUse.Order(item.column().column(), isDescending(item)));
        }
        built.add(
            new ResultRows.Ordered(
                Optional.ofNullable(item.column()).map(PathBuilder::used),
                isDescending(item),
                areNullsFirst(item),
                kept,
                clause.nested(),
                item.element().toString()));
      }
    }
    return built;
  }

  private ResultRows.Kept kept(Item item) {
    if (item.column() == null
        || item.element().isMysqlWithRollup()
        || item.element().getWithFill() != null) {
      return ResultRows.Kept.EXPRESSION;
    }
    if (!item.column().use().type(item.column().column()).map(KeptTexts::isOrder).orElse(true)) {
      return ResultRows.Kept.TYPE;
    }
    // Null is the least value of a store.
    boolean agree = areNullsFirst(item) != isDescending(item);
    return agree || !item.column().use().mayDifferByNull(item.column().column())
        ? ResultRows.Kept.KEPT
        : ResultRows.Kept.NULLS;
  }

  private static boolean isDescending(Item item) {
    return !item.element().isAsc();
  }

  private boolean areNullsFirst(Item item) {
    OrderByElement.NullOrdering written = item.element().getNullOrdering();
    return written == null
        ? nulls.isFirst(isDescending(item))
        : written == OrderByElement.NullOrdering.NULLS_FIRST;
  }
}
