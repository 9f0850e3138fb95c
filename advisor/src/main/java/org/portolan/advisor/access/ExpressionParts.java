package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import net.sf.jsqlparser.expression.AnalyticExpression;
import net.sf.jsqlparser.expression.AnyComparisonExpression;
import net.sf.jsqlparser.expression.DateUnitExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.operators.relational.MemberOfExpression;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;
import org.portolan.advisor.sql.SqlText;

/** The columns, the subqueries and the aggregates anywhere in an expression. */
final class ExpressionParts extends ExpressionVisitorAdapter<Void> {
  private static final Set<String> AGGREGATES =
      Set.of(
          "count",
          "sum",
          "min",
          "max",
          "avg",
          "group_concat",
          "string_agg",
          "array_agg",
          "json_agg",
          "jsonb_agg",
          "bool_or",
          "bool_and",
          "std",
          "stddev",
          "variance");

  private static final Pattern SELECT = Pattern.compile("(?i)\\bSELECT\\b");

  /** Columns, and units of time, for which the parser takes columns of these names. */
  final List<Expression> columns = new ArrayList<>();

  final List<Select> selects = new ArrayList<>();
  final List<Function> functions = new ArrayList<>();
  final List<Function> aggregates = new ArrayList<>();

  /** Aggregates with a FILTER of their own, or over a window. */
  final List<AnalyticExpression> analytic = new ArrayList<>();

  static ExpressionParts of(Expression expression) {
    ExpressionParts parts = new ExpressionParts();
    if (expression != null) {
      expression.accept(parts, null);
    }
    return parts;
  }

  static boolean isAggregate(Function function) {
    return function.getName() != null
        && AGGREGATES.contains(function.getName().toLowerCase(Locale.ROOT));
  }

  /**
   * Returns whether an expression has more subqueries than the parser's visitor comes to: a form
   * that it does not know must not lose one.
   */
  static boolean hidesSelects(Expression expression, ExpressionParts parts) {
    return selects(expression) > parts.selects.stream().mapToLong(ExpressionParts::selects).sum();
  }

  private static long selects(Expression expression) {
    String text = SqlText.withoutLiterals(expression.toString());
    return SELECT.matcher(text).results().count();
  }

  @Override
  public <S> Void visit(Column column, S context) {
    columns.add(column);
    return null;
  }

  @Override
  public <S> Void visit(DateUnitExpression unit, S context) {
    columns.add(unit);
    return null;
  }

  /** The parser's visitor fails on {@code trim(both from text)}. */
  @Override
  public <S> Void visit(TrimFunction trim, S context) {
    for (Expression part : new Expression[] {trim.getExpression(), trim.getFromExpression()}) {
      if (part != null) {
        part.accept(this, context);
      }
    }
    return null;
  }

  @Override
  public <S> Void visit(AnyComparisonExpression any, S context) {
    if (any.getSelect() != null) {
      selects.add(any.getSelect());
    }
    return null;
  }

  @Override
  public <S> Void visit(AnalyticExpression expression, S context) {
    analytic.add(expression);
    return super.visit(expression, context);
  }

  @Override
  public <S> Void visit(MemberOfExpression member, S context) {
    member.getLeftExpression().accept(this, context);
    return super.visit(member, context);
  }

  @Override
  public <S> Void visit(ParenthesedSelect select, S context) {
    selects.add(select);
    return null;
  }

  @Override
  public <S> Void visit(Select select, S context) {
    selects.add(select);
    return null;
  }

  @Override
  public <S> Void visit(Function function, S context) {
    functions.add(function);
    if (isAggregate(function)) {
      aggregates.add(function);
    }
    return super.visit(function, context);
  }
}
