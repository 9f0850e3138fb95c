package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExpressionVisitorAdapter;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;
import net.sf.jsqlparser.statement.select.Select;

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

  final List<Column> columns = new ArrayList<>();
  final List<Select> selects = new ArrayList<>();
  final List<Function> aggregates = new ArrayList<>();

  static ExpressionParts of(Expression expression) {
    ExpressionParts parts = new ExpressionParts();
    if (expression != null) {
      expression.accept(parts, null);
    }
    return parts;
  }

  @Override
  public <S> Void visit(Column column, S context) {
    columns.add(column);
    return null;
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
    if (AGGREGATES.contains(function.getName().toLowerCase(Locale.ROOT))) {
      aggregates.add(function);
    }
    return super.visit(function, context);
  }
}
