package org.portolan.advisor.access;

import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.operators.relational.IsBooleanExpression;
import net.sf.jsqlparser.schema.Column;

/**
 * A condition that is a column, alone or within NOT and IS TRUE.
 *
 * @param value whether true meets it, and false does not; otherwise the opposite
 * @param nulls whether null meets it, too
 * @param decided whether it is true or false of null, as IS TRUE is, and not null
 */
record Truth(Column column, boolean value, boolean nulls, boolean decided) {
  /** Returns what a condition is; null if it is of another form. */
  static Truth of(Expression condition) {
    Expression bare = Disjunction.unwrapped(condition);
    if (bare instanceof Column column) {
      return new Truth(column, true, false, false);
    }
    if (bare instanceof NotExpression not) {
      // MySQL's exclamation mark binds more tightly than IS does, unlike NOT and the parser.
      boolean other = not.isExclamationMark() && not.getExpression() instanceof IsBooleanExpression;
      Truth of = other ? null : of(not.getExpression());
      return of == null ? null : of.not();
    }
    if (bare instanceof IsBooleanExpression is) {
      Truth of = of(is.getLeftExpression());
      if (of == null) {
        return null;
      }
      Truth decided = of.is(is.isTrue());
      return is.isNot() ? decided.not() : decided;
    }
    return null;
  }

  /** NOT of null is null. */
  private Truth not() {
    return new Truth(column, !value, decided && !nulls, decided);
  }

  private Truth is(boolean wanted) {
    Truth of = wanted ? this : not();
    return new Truth(column, of.value, of.nulls, true);
  }

  /**
   * Notes it, and returns whether it is a comparison.
   *
   * @param outer whether it is a condition of an outer join
   */
  boolean isComparison(Scope.Ref of, boolean outer) {
    boolean lacks = outer || of.use().optional || of.use().mayBeNull(of.column());
    return !(nulls && lacks) && of.use().isTruth(of.column(), value);
  }
}
