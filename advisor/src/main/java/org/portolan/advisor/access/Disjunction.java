package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.InExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.schema.Column;

/** The sides of an OR. */
final class Disjunction {
  private final List<Expression> sides = new ArrayList<>();

  Disjunction(OrExpression condition) {
    collect(condition, sides);
  }

  List<Expression> sides() {
    return sides;
  }

  private static void collect(Expression condition, List<Expression> sides) {
    // Thousands of ORs lean to the left, so the loop goes there.
    Expression rest = unwrapped(condition);
    while (rest instanceof OrExpression or) {
      Expression right = unwrapped(or.getRightExpression());
      if (right instanceof OrExpression) {
        List<Expression> nested = new ArrayList<>();
        collect(right, nested);
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
  Scope.Ref listed(PathBuilder path, Scope scope, PlainValues values) {
    Scope.Ref column = null;
    for (Expression side : sides) {
      Expression left = null;
      if (side instanceof EqualsTo equal && values.has(equal.getRightExpression())) {
        left = equal.getLeftExpression();
      } else if (side instanceof InExpression in
          && !in.isNot()
          && values.hasList(in.getRightExpression())) {
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

  /** Returns the values, or lists of values, with which the sides compare that column. */
  List<Expression> values() {
    return sides.stream()
        .map(
            side ->
                side instanceof EqualsTo equal
                    ? equal.getRightExpression()
                    : ((InExpression) side).getRightExpression())
        .toList();
  }

  /** Returns an expression without the brackets around it. */
  static Expression unwrapped(Expression expression) {
    return expression instanceof ParenthesedExpressionList<?> brackets && brackets.size() == 1
        ? brackets.get(0)
        : expression;
  }
}
