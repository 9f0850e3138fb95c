package org.portolan.advisor.access;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import net.sf.jsqlparser.statement.select.Select;
import org.portolan.advisor.sql.NullOrder;

/** What a result is of the rows of tables, while its statement is analysed. Not thread-safe. */
final class ResultBuilder {
  private final Orders orders;
  private final Set<AccessPath.UsedColumn> columns = new LinkedHashSet<>();
  private boolean exact;

  /** How many subqueries are analysed whose rows are not those of the result. */
  private int nesting;

  ResultBuilder(NullOrder nulls) {
    this.orders = new Orders(nulls);
  }

  /** Analyses a subquery whose rows are not those of the result. */
  void nest(Runnable analysis) {
    nesting++;
    analysis.run();
    nesting--;
  }

  /** Returns whether such a subquery is analysed. */
  boolean isNested() {
    return nesting > 0;
  }

  /** Notes the query that has the result, with the columns of that. */
  void of(Select select, Map<String, Scope.Ref> results) {
    exact = ResultForms.areRows(select);
    results.values().stream()
        .filter(Objects::nonNull)
        .forEach(ref -> columns.add(PathBuilder.used(ref)));
  }

  /** Adds the order of a SELECT, or of the rows that a statement changes. */
  void order(List<Orders.Item> items) {
    orders.add(items, isNested());
  }

  /** Tells the uses the columns by which a store can order their rows, and returns the result. */
  ResultRows build(List<UseBuilder> uses) {
    List<ResultRows.Ordered> order = orders.build();
    return new ResultRows(
        exact && !orders.areSeveral(),
        columns,
        order,
        uses.stream().map(UseBuilder::part).toList());
  }
}
