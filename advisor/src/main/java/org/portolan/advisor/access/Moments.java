package org.portolan.advisor.access;

import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Column;

/**
 * Values that are moments. A database compares a date with one as its midnight: today is less than
 * {@code now()}. A store keeps a date as a text, which has no time.
 */
final class Moments {
  private static final Set<String> FUNCTIONS =
      Set.of(
          "now",
          "sysdate",
          "getdate",
          "localtime",
          "localtimestamp",
          "current_timestamp",
          "transaction_timestamp",
          "statement_timestamp",
          "clock_timestamp",
          "utc_timestamp",
          "from_unixtime",
          "to_timestamp",
          "make_timestamp",
          "timestamp");

  /** Functions that have a date of any value. */
  private static final Set<String> DATES =
      Set.of("date", "to_date", "last_day", "curdate", "current_date");

  private Moments() {}

  /**
   * Returns whether a value is a moment, or a list has one. Of a literal or a parameter that is not
   * known: a template has none.
   */
  static boolean is(Expression value) {
    if (value instanceof ExpressionList<?> list) {
      return list.stream().anyMatch(one -> is(one));
    }
    if (value instanceof BinaryExpression both) {
      return is(both.getLeftExpression()) || is(both.getRightExpression());
    }
    if (value instanceof CastExpression cast && cast.getColDataType() != null) {
      return cast.getColDataType()
          .getDataType()
          .toLowerCase(Locale.ROOT)
          .matches("(timestamp|datetime).*");
    }
    if (value instanceof Function function) {
      String name = function.getName().toLowerCase(Locale.ROOT);
      return FUNCTIONS.contains(name)
          || (!DATES.contains(name)
              && function.getParameters() != null
              && is(function.getParameters()));
    }
    if (value instanceof Column column && column.getTable() == null) {
      return FUNCTIONS.contains(column.getUnquotedColumnName().toLowerCase(Locale.ROOT));
    }
    return value instanceof TimeKeyExpression key
        && key.getStringValue().toLowerCase(Locale.ROOT).contains("timestamp");
  }
}
