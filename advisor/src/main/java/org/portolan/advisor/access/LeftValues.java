package org.portolan.advisor.access;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.Select;
import net.sf.jsqlparser.statement.select.Values;
import net.sf.jsqlparser.statement.update.UpdateSet;

/**
 * Columns of an INSERT to which it gives no value: DEFAULT tells none, nor do NULL and 0 for a
 * number that the database gives; another NULL equals that of no row.
 *
 * @param untold the columns whose values are not told in any row
 * @param nulls those of the others that are null in each row
 */
record LeftValues(Set<String> untold, Set<String> nulls) {
  static LeftValues of(
      UseBuilder use, Select select, List<UpdateSet> sets, DatabaseComparisons values) {
    LeftValues left = new LeftValues(new LinkedHashSet<>(), new LinkedHashSet<>());
    List<String> columns = List.copyOf(use.written);
    List<List<? extends Expression>> rows = new ArrayList<>();
    if (select instanceof Values rowsOfValues) {
      ExpressionList<?> all = rowsOfValues.getExpressions();
      boolean several = all.stream().allMatch(row -> row instanceof ExpressionList);
      if (several) {
        all.forEach(row -> rows.add((ExpressionList<?>) row));
      } else {
        rows.add(all);
      }
    } else if (sets != null) {
      List<Expression> row = new ArrayList<>();
      sets.forEach(set -> row.addAll(set.getValues()));
      rows.add(row);
    }
    if (rows.isEmpty() || rows.stream().anyMatch(row -> row.size() != columns.size())) {
      return left;
    }
    for (int place = 0; place < columns.size(); place++) {
      String column = columns.get(place);
      int of = place;
      boolean given =
          use.table
              .flatMap(table -> table.column(column))
              .filter(org.portolan.advisor.schema.Column::autoIncrement)
              .isPresent();
      if (rows.stream()
          .allMatch(row -> isDefault(row.get(of)) || (given && values.isLeft(row.get(of))))) {
        left.untold.add(column);
      } else if (rows.stream().allMatch(row -> values.isNull(row.get(of)))) {
        left.nulls.add(column);
      }
    }
    return left;
  }

  private static boolean isDefault(Expression value) {
    return value instanceof Column column
        && !Words.isQualified(column)
        && column.getColumnName().equalsIgnoreCase("default");
  }
}
