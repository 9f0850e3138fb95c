package org.portolan.advisor.access;

import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.GreaterThan;
import net.sf.jsqlparser.expression.operators.relational.GreaterThanEquals;
import net.sf.jsqlparser.expression.operators.relational.IsDistinctExpression;
import net.sf.jsqlparser.expression.operators.relational.MinorThan;
import net.sf.jsqlparser.expression.operators.relational.MinorThanEquals;

/** Other spellings of comparisons that have a plain one. */
final class Spellings {
  private Spellings() {}

  /**
   * Returns whether an expression is a quantifier with a list. PostgreSQL's drivers write {@code =
   * ANY (?)} and {@code <> ALL (?)} for IN and NOT IN.
   */
  static boolean isOfList(String quantifier, Expression expression) {
    return expression instanceof Function function
        && function.getName().equalsIgnoreCase(quantifier)
        && function.getParameters() != null;
  }

  /** Returns the list of a quantifier. */
  static ExpressionList<?> list(Expression quantifier) {
    return ((Function) quantifier).getParameters();
  }

  /**
   * Returns whether IS NOT DISTINCT FROM is an equality: of a column that is never null. Of another
   * one, a value that is null would find rows.
   *
   * @param column the left side, if rows are selected by it; null if they are not
   */
  static boolean isEquality(IsDistinctExpression same, Scope.Ref column, PlainValues values) {
    return same.isNot()
        && column != null
        && !column.use().mayBeNull(column.column())
        && values.has(same.getRightExpression());
  }

  /** Returns whether columns are compared with a row of values, as in {@code (a, b) < (?, ?)}. */
  static boolean isRows(Expression left, Expression right, PlainValues values) {
    return left instanceof ExpressionList<?> one
        && right instanceof ExpressionList<?> other
        && one.size() > 1
        && one.size() == other.size()
        && values.hasAll(other);
  }

  /** Returns the end that a comparison by order gives the column on its left; null of others. */
  static TableUse.End end(Expression condition) {
    return condition instanceof GreaterThan
        ? TableUse.End.ABOVE
        : condition instanceof GreaterThanEquals
            ? TableUse.End.FROM
            : condition instanceof MinorThan
                ? TableUse.End.BELOW
                : condition instanceof MinorThanEquals ? TableUse.End.TO : null;
  }

  /** Returns an end with its value. */
  static TableUse.End including(TableUse.End end) {
    return end.isLower() ? TableUse.End.FROM : TableUse.End.TO;
  }

  /** Returns whether an expression is the bytes of another, as BINARY of MySQL has them. */
  static boolean isBytes(Expression expression) {
    return expression instanceof CastExpression cast && PlainValues.isBinary(cast);
  }

  /** Returns what the bytes are of: where these are equal, so are the texts. */
  static Expression ofBytes(Expression expression) {
    return expression instanceof CastExpression cast && isBytes(cast)
        ? ofBytes(cast.getLeftExpression())
        : expression;
  }
}
