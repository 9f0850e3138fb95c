package org.portolan.advisor.access;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.schema.ColumnType.Family;
import org.portolan.advisor.sql.Dialect;

/**
 * The comparisons of MySQL with numbers of another type than the column's: of texts, which it
 * converts to numbers, and of whole numbers with a fraction. A store compares values of one type,
 * so such a comparison is none of its own, and no key or index finds its rows. Not thread-safe.
 */
final class NumberComparisons {
  private final NumberKind.Of kinds;
  private final boolean converts;

  NumberComparisons(Dialect dialect, NumberKind.Of kinds) {
    this.kinds = kinds;
    this.converts = dialect == Dialect.MYSQL;
  }

  /**
   * Returns whether MySQL compares a column with values, or lists of values, as numbers of another
   * type, and notes it, or any database compares more than their texts.
   *
   * @param column null stands for none
   */
  boolean convert(Scope.Ref column, List<? extends Expression> values) {
    boolean convert =
        converts
            && column != null
            && values.stream().anyMatch(value -> isConverted(column, kinds.of(value)));
    if (convert) {
      column.use().numbered.add(column.column());
    }
    return convert
        || (column != null && !type(column).map(TextEqualities::isEquality).orElse(true));
  }

  boolean convert(Scope.Ref column, Expression value) {
    return convert(column, List.of(value));
  }

  /** Returns the same of columns that are compared with rows of values. */
  boolean convertRows(List<Scope.Ref> columns, Expression rows) {
    return rows instanceof ExpressionList<?> list
        && IntStream.range(0, columns.size())
            .anyMatch(place -> convert(columns.get(place), valuesAt(place, list)));
  }

  /** Returns the same of a column that is compared with another one; null stands for none. */
  boolean convertColumn(Scope.Ref column, Scope.Ref other) {
    boolean number =
        other != null
            && type(other)
                .map(ColumnType::family)
                .filter(
                    family ->
                        family == Family.INTEGER
                            || family == Family.DECIMAL
                            || family == Family.FLOAT)
                .isPresent();
    return number && convert(column, new LongValue(0));
  }

  private static Optional<ColumnType> type(Scope.Ref column) {
    return column.use().table.flatMap(table -> table.column(column.column())).map(Column::type);
  }

  private static List<Expression> valuesAt(int place, ExpressionList<?> rows) {
    return rows.stream()
        .filter(row -> row instanceof ExpressionList<?> values && values.size() > place)
        .<Expression>map(row -> ((ExpressionList<?>) row).get(place))
        .toList();
  }

  private boolean isConverted(Scope.Ref column, NumberKind kind) {
    if (kind == NumberKind.NONE) {
      return false;
    }
    Optional<ColumnType> type = type(column);
    return type.isPresent()
        && switch (type.get().family()) {
          case INTEGER, BOOLEAN -> kind == NumberKind.FRACTION;
          case DECIMAL, FLOAT -> false;
          // The number is a moment. A date and a time of day are kept as texts.
          case TIME -> !type.get().name().matches("datetime|timestamp");
          default -> true;
        };
  }
}
