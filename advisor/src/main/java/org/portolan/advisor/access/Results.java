package org.portolan.advisor.access;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.schema.Table;
import net.sf.jsqlparser.statement.select.FromItem;
import net.sf.jsqlparser.statement.select.ParenthesedFromItem;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.SelectItem;
import org.portolan.advisor.sql.SqlText;

/**
 * The columns of a subquery's result. Where it takes a page of its rows, groups or numbers them, a
 * condition on its result is none on the rows that it reads: with fewer of these, it would have
 * another page, other groups, other numbers. Such a column is sealed. Those by which all groups and
 * all windows are formed are not, because they select whole groups.
 */
final class Results {
  private static final Pattern WINDOW = Pattern.compile("(?i)\\bOVER\\b");

  private final PathBuilder path;
  private final Scope scope;

  /**
   * @param scope that of the subquery
   */
  Results(PathBuilder path, Scope scope) {
    this.path = path;
    this.scope = scope;
  }

  /** Returns the columns of a result, sealed if conditions on them are not to be moved inside. */
  Map<String, Scope.Ref> sealed(Select select, Map<String, Scope.Ref> columns) {
    Set<Scope.Ref> open = known(columns);
    if (Clauses.isPage(select)) {
      open.clear();
    } else if (select instanceof PlainSelect plain) {
      open.retainAll(open(plain, columns));
    }
    Map<String, Scope.Ref> sealed = new LinkedHashMap<>();
    columns.forEach(
        (name, ref) -> sealed.put(name, ref == null || open.contains(ref) ? ref : ref.seal()));
    return sealed;
  }

  private static Set<Scope.Ref> known(Map<String, Scope.Ref> columns) {
    Set<Scope.Ref> known = new HashSet<>(columns.values());
    known.remove(null);
    return known;
  }

  /** Returns the columns that select whole groups of a SELECT, or rows if it forms none. */
  private Set<Scope.Ref> open(PlainSelect select, Map<String, Scope.Ref> columns) {
    Set<Scope.Ref> open = known(columns);
    boolean distinctOn =
        select.getDistinct() != null && select.getDistinct().getOnSelectItems() != null;
    if (distinctOn || select.getQualify() != null || select.getWindowDefinitions() != null) {
      return Set.of();
    }
    if (select.getGroupBy() != null) {
      boolean plain =
          select.getGroupBy().getGroupByExpressionList() != null
              && !select.getGroupBy().isMysqlWithRollup()
              && (select.getGroupBy().getGroupingSets() == null
                  || select.getGroupBy().getGroupingSets().isEmpty());
      if (!plain) {
        return Set.of();
      }
      open.retainAll(refs(select.getGroupBy().getGroupByExpressionList(), columns));
    } else if (select.getHaving() != null
        || select.getSelectItems().stream().anyMatch(this::isAggregate)) {
      return Set.of();
    }
    for (SelectItem<?> item : select.getSelectItems()) {
      open.retainAll(partitions(item.getExpression(), open, columns));
    }
    return open;
  }

  private boolean isAggregate(SelectItem<?> item) {
    return !ExpressionParts.of(item.getExpression()).aggregates.isEmpty();
  }

  /** The columns by which the windows of an expression are formed; all if it has none. */
  private Set<Scope.Ref> partitions(
      Expression expression, Set<Scope.Ref> all, Map<String, Scope.Ref> columns) {
    Set<Scope.Ref> common = new HashSet<>(all);
    int[] windows = {0};
    expression.accept(
        new ExpressionVisitorAdapter<Void>() {
          @Override
          public <S> Void visit(AnalyticExpression analytic, S context) {
            windows[0]++;
            List<? extends Expression> by = analytic.getPartitionExpressionList();
            common.retainAll(by == null ? Set.of() : refs(by, columns));
            return super.visit(analytic, context);
          }
        },
        null);
    // A window in a form that the visitor does not know seals, too.
    return windows(SqlText.withoutLiterals(expression.toString())) > windows[0] ? Set.of() : common;
  }

  /** Returns how many windows a text without literals has. */
  static long windows(String text) {
    return WINDOW.matcher(text).results().count();
  }

  private Set<Scope.Ref> refs(List<? extends Expression> of, Map<String, Scope.Ref> columns) {
    Set<Scope.Ref> refs = new HashSet<>();
    List<Scope.Ref> places = columns.values().stream().toList();
    for (Object each : of) {
      if (each instanceof LongValue place) {
        int at = (int) place.getValue();
        if (at >= 1 && at <= places.size()) {
          refs.add(places.get(at - 1));
        }
      } else if (each instanceof Expression expression) {
        refs.add(path.resolve(expression, scope));
      }
    }
    return refs;
  }

  /** Returns whether the rows of a subquery are those of its tables, one for each that agree. */
  static boolean areThoseOfTables(Select select) {
    if (select instanceof ParenthesedSelect brackets) {
      return !Clauses.isPage(brackets)
          && brackets.getSelect() != null
          && areThoseOfTables(brackets.getSelect());
    }
    return select instanceof PlainSelect plain
        && !Clauses.isPage(plain)
        && plain.getGroupBy() == null
        && plain.getHaving() == null
        && plain.getQualify() == null
        && plain.getWindowDefinitions() == null
        && (plain.getDistinct() == null || plain.getDistinct().getOnSelectItems() == null)
        && isTable(plain.getFromItem())
        && (plain.getJoins() == null
            || plain.getJoins().stream().allMatch(join -> isTable(join.getFromItem())));
  }

  private static boolean isTable(FromItem item) {
    return item instanceof Table
        || (item instanceof ParenthesedFromItem brackets
            && isTable(brackets.getFromItem())
            && (brackets.getJoins() == null
                || brackets.getJoins().stream().allMatch(join -> isTable(join.getFromItem()))));
  }
}
