package org.portolan.advisor.access;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;

/** Subqueries whose rows are joined with those around them, by IN and EXISTS. */
final class JoinedSelect {
  private final PathBuilder path;
  private final Scope scope;

  JoinedSelect(PathBuilder path, Scope scope) {
    this.path = path;
    this.scope = scope;
  }

  /** Returns the one SELECT of a subquery; null of UNION and the like, whose rows have no table. */
  private static PlainSelect plain(Select select) {
    if (select instanceof ParenthesedSelect brackets) {
      return brackets.getSelect() == null ? null : plain(brackets.getSelect());
    }
    return select instanceof PlainSelect plain ? plain : null;
  }

  /** Returns whether the rows of EXISTS are those of its tables: an aggregate always has one. */
  static boolean hasRows(Expression exists) {
    PlainSelect plain = exists instanceof Select select ? plain(select) : null;
    if (plain == null) {
      return false;
    }
    boolean aggregates =
        plain.getSelectItems().stream()
            .anyMatch(item -> !ExpressionParts.of(item.getExpression()).aggregates.isEmpty());
    return plain.getGroupBy() != null || !aggregates;
  }

  /**
   * Analyses IN with a subquery. Columns of its tables are joined. Other results are values that
   * the application gives, if they do not depend on the row.
   *
   * @param filter notes the condition as one of which no more is known
   * @param require notes a column that is compared
   */
  void in(Select select, List<Scope.Ref> columns, Runnable filter, Consumer<Scope.Ref> require) {
    if (plain(select) == null) {
      filter.run();
      return;
    }
    columns.forEach(require);
    int first = path.useCount();
    Map<String, Scope.Ref> found = new LinkedHashMap<>();
    boolean correlated = path.isCorrelated(() -> found.putAll(path.within(select, scope)));
    Iterator<Scope.Ref> results = found.values().iterator();
    for (Scope.Ref column : columns) {
      Scope.Ref result = results.hasNext() ? results.next() : null;
      if (result != null) {
        path.join(column, result);
      } else if (columns.size() == 1
          && !correlated
          && !path.comparisons.convertResult(column, results(select), null, path.usesFrom(first))) {
        column.use().condition(TableUse.Form.LISTED, column.column());
        path.tell(Untold.GIVEN);
      } else {
        column.use().filter(column.column());
        path.tell(Untold.SUBQUERY);
      }
    }
  }

  /** Returns the expression that a subquery results in; none if there are several. */
  private static List<Expression> results(Select select) {
    PlainSelect plain = plain(select);
    return plain != null && plain.getSelectItems().size() == 1
        ? List.of(plain.getSelectItems().get(0).getExpression())
        : List.of();
  }

  /** Analyses a subquery with whose result a column is compared. */
  void given(Select select, Scope.Ref column, Runnable comparison) {
    int first = path.useCount();
    Map<String, Scope.Ref> found = new LinkedHashMap<>();
    boolean correlated = path.isCorrelated(() -> found.putAll(path.beside(select, scope)));
    Scope.Ref result = found.isEmpty() ? null : found.values().iterator().next();
    if (path.comparisons.convertResult(column, results(select), result, path.usesFrom(first))
        || correlated) {
      path.usesFrom(first).forEach(use -> use.filters = true);
      column.use().filter(column.column());
      path.tell(Untold.SUBQUERY);
    } else {
      // It does not depend on the row, so it has one value for all of them.
      column.use().read.add(column.column());
      comparison.run();
      path.tell(Untold.GIVEN);
    }
  }
}
