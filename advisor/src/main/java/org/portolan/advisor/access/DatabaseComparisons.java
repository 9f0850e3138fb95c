package org.portolan.advisor.access;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import org.portolan.advisor.schema.ColumnType;
import org.portolan.advisor.sql.Dialect;

/**
 * The comparisons that a store does not make as the database does, so that no key or index finds
 * their rows: those of MySQL with numbers of another type than the column's, of texts, which it
 * converts to numbers, and of whole numbers with a fraction; of dates with moments; and by the
 * order of a type that is kept as a text. Not thread-safe.
 */
final class DatabaseComparisons {
  private final NumberKind.Of kinds;
  private final Dialect dialect;
  private final boolean converts;

  DatabaseComparisons(Dialect dialect, NumberKind.Of kinds) {
    this.kinds = kinds;
    this.dialect = dialect;
    this.converts = dialect == Dialect.MYSQL;
  }

  /** Returns whether the statement is one of MySQL. */
  boolean isMysql() {
    return converts;
  }

  /** Returns whether a value is null in each statement of the template. */
  boolean isNull(Expression value) {
    return value instanceof JdbcParameter parameter
        && kinds.places().isNull(parameter.getIndex() - 1);
  }

  /** Returns whether a value in each statement is none for a number that the database gives. */
  boolean isLeft(Expression value) {
    return isNull(value)
        || (converts
            && value instanceof JdbcParameter parameter
            && kinds.places().isLeft(parameter.getIndex() - 1));
  }

  /**
   * Returns whether MySQL compares a column with values, or lists of values, as numbers of another
   * type, and notes it, or any database compares more than their texts.
   *
   * @param column null stands for none
   */
  boolean convert(Scope.Ref column, List<? extends Expression> values) {
    if (column != null && isDay(column) && values.stream().anyMatch(Moments::is)) {
      return true;
    }
    return convert(column, column == null || !converts ? NumberKind.NONE : kinds.highest(values));
  }

  private boolean convert(Scope.Ref column, NumberKind kind) {
    boolean convert = converts && column != null && isConverted(column, kind);
    if (convert) {
      column.use().numbered.add(column.column());
    }
    return convert || (column != null && !type(column).map(KeptTexts::isEquality).orElse(true));
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

  /**
   * Returns the same of a column that is compared with the result of a subquery.
   *
   * @param result what the subquery selects; empty if that is not one expression
   * @param found the column that the result is; null of another one
   * @param uses the tables of the subquery
   */
  boolean convertResult(
      Scope.Ref column, List<Expression> result, Scope.Ref found, List<UseBuilder> uses) {
    NumberKind kind = found == null ? NumberKind.NONE : ofColumn(type(found));
    NumberKind.Of inner =
        kinds.with(
            name ->
                uses.stream()
                    .filter(use -> use.has(name.getUnquotedColumnName()))
                    .filter(use -> isOf(use, name))
                    .map(use -> ofColumn(type(new Scope.Ref(use, name.getUnquotedColumnName()))))
                    .reduce(NumberKind.NONE, NumberKind::or));
    return convert(column, inner.highest(result).or(kind));
  }

  private static boolean isOf(UseBuilder use, net.sf.jsqlparser.schema.Column name) {
    return !Words.isQualified(name)
        || name.getTable().getUnquotedName().equalsIgnoreCase(use.alias);
  }

  private static NumberKind ofColumn(Optional<ColumnType> type) {
    if (type.isEmpty()) {
      return NumberKind.NONE;
    }
    return switch (type.get().family()) {
      case INTEGER, BOOLEAN -> NumberKind.WHOLE;
      case DECIMAL -> hasFraction(type.get()) ? NumberKind.FRACTION : NumberKind.WHOLE;
      case FLOAT -> NumberKind.FRACTION;
      default -> NumberKind.NONE;
    };
  }

  /**
   * Whether a decimal may have digits behind the point: one of MySQL has none unless they are told.
   */
  private static boolean hasFraction(ColumnType type) {
    return type.arguments().size() > 1 && !type.arguments().get(1).equals("0");
  }

  /**
   * Returns whether a store compares a column by order as the database does. An enum of PostgreSQL,
   * for one, is kept as a text, and so is an interval.
   *
   * @param column null stands for none
   */
  boolean isRange(Scope.Ref column) {
    return column == null
        || type(column).map(type -> KeptTexts.isComparison(type, dialect)).orElse(true);
  }

  private static boolean isDay(Scope.Ref column) {
    return type(column).filter(type -> type.name().equals("date") && !type.array()).isPresent();
  }

  private static Optional<ColumnType> type(Scope.Ref column) {
    return column.use().type(column.column());
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
