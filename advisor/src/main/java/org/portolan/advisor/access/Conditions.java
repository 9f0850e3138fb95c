package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.Between;
import net.sf.jsqlparser.expression.operators.relational.ComparisonOperator;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExistsExpression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.IsNullExpression;
import net.sf.jsqlparser.expression.operators.relational.LikeExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;
import net.sf.jsqlparser.expression.operators.relational.NotEqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Select;

/** The conditions of WHERE and ON, one after another. */
final class Conditions {
  /** More sides of an OR than this are not read one after the other. */
  private static final int SIDES_MAX = 8;

  private final PathBuilder path;
  private final Scope scope;

  private boolean splits;

  /** Whether these are conditions of an outer join, which keep rows that do not meet them. */
  private final boolean outer;

  Conditions(PathBuilder path, Scope scope) {
    this(path, scope, false);
  }

  Conditions(PathBuilder path, Scope scope, boolean outer) {
    this.path = path;
    this.scope = scope;
    this.outer = outer;
  }

  /** Analyses the conditions of WHERE, of which the first OR may be split; null stands for none. */
  void where(Expression condition) {
    splits = path.splittable == scope;
    all(condition);
    splits = false;
  }

  /** Analyses a condition; null stands for none. */
  void all(Expression condition) {
    // Thousands of ANDs lean to the left, so the loop goes there.
    Expression rest = condition;
    while (rest != null) {
      if (rest instanceof ParenthesedExpressionList<?> brackets && brackets.size() == 1) {
        rest = brackets.get(0);
      } else if (rest instanceof AndExpression and) {
        all(and.getRightExpression());
        rest = and.getLeftExpression();
      } else {
        one(rest);
        return;
      }
    }
  }

  private void one(Expression condition) {
    if (condition instanceof EqualsTo equal) {
      equal(equal.getLeftExpression(), equal.getRightExpression());
    } else if (condition instanceof GreaterThan
        || condition instanceof GreaterThanEquals
        || condition instanceof MinorThan
        || condition instanceof MinorThanEquals) {
      ComparisonOperator comparison = (ComparisonOperator) condition;
      ranged(comparison.getLeftExpression(), comparison.getRightExpression(), end(condition));
    } else if (condition instanceof Between between && !between.isNot()) {
      ranged(between.getLeftExpression(), between.getBetweenExpressionStart(), TableUse.End.FROM);
      ranged(between.getLeftExpression(), between.getBetweenExpressionEnd(), TableUse.End.TO);
    } else if (condition instanceof LikeExpression like && isBeginning(like)) {
      beginning(like);
    } else if (condition instanceof OrExpression or) {
      or(or);
    } else if (condition instanceof IsNullExpression test) {
      isNull(test);
    } else if (condition instanceof InExpression in && !in.isNot()) {
      in(in.getLeftExpression(), in.getRightExpression());
    } else if (condition instanceof NotEqualsTo differs) {
      differs(differs, differs.getLeftExpression(), differs.getRightExpression());
    } else if (condition instanceof InExpression in) {
      differs(in, in.getLeftExpression(), in.getRightExpression());
    } else if (condition instanceof ExistsExpression exists && !exists.isNot()) {
      // The rows that the subquery finds are joined with these by its own conditions.
      path.read(exists, scope);
    } else {
      path.filter(condition, scope);
    }
  }

  /**
   * An OR of values of one column is a list. The sides of another one are read one after the other,
   * if that is what the path is built for.
   */
  private void or(OrExpression condition) {
    List<Expression> sides = new ArrayList<>();
    sides(condition, sides);
    Scope.Ref column = listed(sides);
    if (column != null) {
      column.use().condition(TableUse.Form.LISTED, column.column());
      path.read(condition, scope);
    } else if (splits && path.sides == 0 && sides.size() <= SIDES_MAX) {
      path.sides = sides.size();
      if (path.side < 0) {
        path.filter(condition, scope);
      } else {
        all(sides.get(path.side));
      }
    } else {
      path.filter(condition, scope);
    }
  }

  private static void sides(Expression condition, List<Expression> sides) {
    // Thousands of ORs lean to the left, so the loop goes there.
    Expression rest = unwrapped(condition);
    while (rest instanceof OrExpression or) {
      Expression right = unwrapped(or.getRightExpression());
      if (right instanceof OrExpression) {
        List<Expression> nested = new ArrayList<>();
        sides(right, nested);
        Collections.reverse(nested);
        sides.addAll(nested);
      } else {
        sides.add(right);
      }
      rest = unwrapped(or.getLeftExpression());
    }
    sides.add(rest);
    Collections.reverse(sides);
  }

  /** Returns the column that each side compares with values; null if there is none. */
  private Scope.Ref listed(List<Expression> sides) {
    Scope.Ref column = null;
    for (Expression side : sides) {
      Expression left = null;
      if (side instanceof EqualsTo equal && isValue(equal.getRightExpression())) {
        left = equal.getLeftExpression();
      } else if (side instanceof InExpression in
          && !in.isNot()
          && in.getRightExpression() instanceof ExpressionList<?> list
          && list.stream().allMatch(Conditions::isValue)) {
        left = in.getLeftExpression();
      }
      Scope.Ref ref = left instanceof Column ? path.resolve(left, scope) : null;
      if (ref == null || (column != null && !column.equals(ref))) {
        return null;
      }
      column = ref;
    }
    return column;
  }

  private static boolean isValue(Expression expression) {
    return ExpressionParts.of(expression).columns.isEmpty()
        && ExpressionParts.of(expression).selects.isEmpty();
  }

  /** IS NULL and IS NOT NULL of a column; of one that an outer join may lack, they ask for rows. */
  private void isNull(IsNullExpression test) {
    Scope.Ref column = path.resolve(unwrapped(test.getLeftExpression()), scope);
    if (column == null || column.use().optional || outer) {
      path.filter(test, scope);
      return;
    }
    UseBuilder use = column.use();
    use.read.add(column.column());
    if (use.mayBeNull(column.column())) {
      (test.isNot() ? use.present : use.absent).add(column.column());
    } else if (!test.isNot()) {
      use.filter(column.column());
    }
  }

  /** LIKE 'abc%' is a range; a template does not show the text, an example does. */
  private static boolean isBeginning(LikeExpression like) {
    return !like.isNot()
        && like.getLikeKeyWord() == LikeExpression.KeyWord.LIKE
        && like.getRightExpression() instanceof StringValue text
        && !text.getValue().isEmpty()
        && text.getValue().charAt(0) != '%'
        && text.getValue().charAt(0) != '_';
  }

  private void equal(Expression left, Expression right) {
    if (left instanceof ExpressionList<?> lefts
        && right instanceof ExpressionList<?> rights
        && lefts.size() == rights.size()) {
      for (int i = 0; i < lefts.size(); i++) {
        equal(lefts.get(i), rights.get(i));
      }
      return;
    }
    if (isAnyOfList(right)) {
      in(left, right);
    } else {
      compared(unwrapped(left), unwrapped(right), use -> use.equal);
    }
  }

  /** PostgreSQL's drivers write {@code = ANY (?)} for IN with a list. */
  private static boolean isAnyOfList(Expression expression) {
    return expression instanceof net.sf.jsqlparser.expression.Function function
        && function.getName().equalsIgnoreCase("any");
  }

  private static Expression unwrapped(Expression expression) {
    return expression instanceof ParenthesedExpressionList<?> brackets && brackets.size() == 1
        ? brackets.get(0)
        : expression;
  }

  /** A comparison of a column with a value, of two columns, or of anything else. */
  private void compared(
      Expression left, Expression right, Function<UseBuilder, Set<String>> columns) {
    Scope.Ref one = path.resolve(left, scope);
    Scope.Ref other = path.resolve(right, scope);
    if (one == null && other == null) {
      path.filter(left, right, scope);
    } else if (one != null && other != null) {
      if (columns.apply(one.use()) == one.use().equal) {
        path.join(one, other);
      } else {
        path.filter(left, right, scope);
      }
    } else {
      UseBuilder use = one != null ? one.use() : other.use();
      String column = one != null ? one.column() : other.column();
      if (columns.apply(use) == use.equal) {
        use.condition(TableUse.Form.EQUAL, column);
      } else {
        columns.apply(use).add(column);
        use.read.add(column);
      }
      path.read(one != null ? right : left, scope);
    }
  }

  /** A column that must differ from a value, or from each value of a list. */
  private void differs(Expression condition, Expression left, Expression right) {
    boolean list = condition instanceof InExpression;
    Scope.Ref column = path.resolve(unwrapped(left), scope);
    boolean plain =
        column != null
            && !column.use().optional
            && !outer
            && isValue(right)
            && (!list || right instanceof ExpressionList);
    if (!plain) {
      path.filter(condition, scope);
      return;
    }
    UseBuilder use = column.use();
    use.filtered.add(column.column());
    use.condition(list ? TableUse.Form.UNLISTED : TableUse.Form.UNEQUAL, column.column());
    path.read(right, scope);
  }

  private static TableUse.End end(Expression condition) {
    if (condition instanceof GreaterThan) {
      return TableUse.End.ABOVE;
    }
    if (condition instanceof GreaterThanEquals) {
      return TableUse.End.FROM;
    }
    return condition instanceof MinorThan ? TableUse.End.BELOW : TableUse.End.TO;
  }

  /**
   * LIKE with a beginning is a range without ends; beside another one nothing more is known of it.
   */
  private void beginning(LikeExpression like) {
    Scope.Ref column = path.resolve(like.getLeftExpression(), scope);
    boolean further = column != null && column.use().range.contains(column.column());
    compared(like.getLeftExpression(), like.getRightExpression(), use -> use.range);
    if (further) {
      column.use().filter(column.column());
    }
  }

  /** Whether a column has a range by LIKE alone. */
  private static boolean isBegun(Scope.Ref column) {
    return column != null
        && column.use().range.contains(column.column())
        && !column.use().ends.containsKey(column.column());
  }

  /** A comparison by order, with the end that a column on the left has by it. */
  private void ranged(Expression left, Expression right, TableUse.End end) {
    Scope.Ref one = path.resolve(left, scope);
    Scope.Ref other = path.resolve(right, scope);
    boolean begun = isBegun(one) || isBegun(other);
    compared(left, right, use -> use.range);
    if ((one == null) != (other == null)) {
      Scope.Ref column = one != null ? one : other;
      if (begun) {
        column.use().filter(column.column());
      }
      column.use().end(column.column(), one != null ? end : end.turned());
    }
  }

  private void in(Expression left, Expression right) {
    List<? extends Expression> lefts =
        left instanceof ExpressionList<?> list ? List.copyOf(list) : List.of(left);
    Iterator<Scope.Ref> results =
        right instanceof Select select
            ? results(path.analyse(select, scope))
            : List.<Scope.Ref>of().iterator();
    boolean tuples = lefts.size() > 1 && !(right instanceof Select);
    List<Scope.Ref> columns = lefts.stream().map(part -> path.resolve(part, scope)).toList();
    boolean together =
        tuples
            && columns.stream().allMatch(ref -> ref != null && ref.use() == columns.get(0).use())
            && columns.stream().noneMatch(ref -> ref.use().listed.contains(ref.column()))
            && columns.stream().distinct().count() == columns.size();
    if (together) {
      columns.get(0).use().together.add(columns.stream().map(Scope.Ref::column).toList());
    }
    for (Expression part : lefts) {
      Scope.Ref column = path.resolve(part, scope);
      Scope.Ref result = results.hasNext() ? results.next() : null;
      if (column == null) {
        path.filter(part, scope);
      } else if (result != null) {
        path.join(column, result);
      } else {
        if (tuples && !together && column.use().listed.contains(column.column())) {
          column.use().filter(column.column());
          continue;
        }
        column.use().condition(TableUse.Form.LISTED, column.column());
        if (tuples && !together) {
          column.use().filter(column.column());
        }
      }
    }
    if (!(right instanceof Select)) {
      path.read(right, scope);
    }
  }

  private static Iterator<Scope.Ref> results(Map<String, Scope.Ref> columns) {
    return columns.values().iterator();
  }
}
