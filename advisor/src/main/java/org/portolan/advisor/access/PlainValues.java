package org.portolan.advisor.access;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.ArrayConstructor;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DateTimeLiteralExpression;
import net.sf.jsqlparser.expression.DateUnitExpression;
import net.sf.jsqlparser.expression.DateValue;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.HexValue;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.JdbcNamedParameter;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.NullValue;
import net.sf.jsqlparser.expression.NumericBind;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TimeKeyExpression;
import net.sf.jsqlparser.expression.TimeValue;
import net.sf.jsqlparser.expression.TimestampValue;
import net.sf.jsqlparser.expression.TimezoneExpression;
import net.sf.jsqlparser.expression.TranscodingFunction;
import net.sf.jsqlparser.expression.TrimFunction;
import net.sf.jsqlparser.expression.UserVariable;
import net.sf.jsqlparser.expression.operators.relational.EqualsTo;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.schema.Column;
import net.sf.jsqlparser.statement.select.ParenthesedSelect;

/**
 * Tells which expressions are one value for the whole statement, which the caller of its lines can
 * give. The forms are listed, so that an expression of another form is none: it may depend on the
 * row, on other rows or on the moment.
 */
final class PlainValues {
  /** Functions with another value for each row, and quantifiers, which are parsed as functions. */
  private static final Set<String> NONE =
      Set.of(
          "rand",
          "random",
          "uuid",
          "uuid_short",
          "gen_random_uuid",
          "random_uuid",
          "uuid_generate_v4",
          "nextval",
          "clock_timestamp",
          "sysdate",
          "sleep",
          "pg_sleep",
          "any",
          "all",
          "some",
          "grouping",
          "values");

  /** Values that have no parts. */
  private static final Set<Class<?>> LEAVES =
      Set.of(
          JdbcParameter.class,
          JdbcNamedParameter.class,
          NumericBind.class,
          UserVariable.class,
          LongValue.class,
          DoubleValue.class,
          HexValue.class,
          StringValue.class,
          BooleanValue.class,
          NullValue.class,
          DateValue.class,
          TimeValue.class,
          TimestampValue.class,
          DateTimeLiteralExpression.class,
          TimeKeyExpression.class);

  private final PathBuilder path;
  private final Scope scope;

  PlainValues(PathBuilder path, Scope scope) {
    this.path = path;
    this.scope = scope;
  }

  /** Returns whether an expression is one value; a list is none. */
  boolean has(Expression expression) {
    if (LEAVES.contains(expression.getClass())) {
      return true;
    }
    if (expression instanceof Column || expression instanceof DateUnitExpression) {
      return path.isWord(expression, scope);
    }
    if (expression instanceof ExpressionList<?> brackets) {
      return brackets.size() == 1 && has(brackets.get(0));
    }
    if (expression instanceof BinaryExpression both) {
      return has(both.getLeftExpression()) && has(both.getRightExpression());
    }
    if (expression instanceof SignedExpression signed) {
      return has(signed.getExpression());
    }
    if (expression instanceof CastExpression cast) {
      return !isBinary(cast) && has(cast.getLeftExpression());
    }
    if (expression instanceof Function function) {
      return isKnown(function) && isOrHas(function.getParameters());
    }
    if (expression instanceof IntervalExpression interval) {
      return isOrHas(interval.getExpression());
    }
    if (expression instanceof TimezoneExpression zone) {
      return has(zone.getLeftExpression()) && hasAll(zone.getTimezoneExpressions());
    }
    if (expression instanceof ExtractExpression extract) {
      return has(extract.getExpression());
    }
    if (expression instanceof TrimFunction trim) {
      return isOrHas(trim.getExpression()) && isOrHas(trim.getFromExpression());
    }
    if (expression instanceof TranscodingFunction transcoded) {
      return isOrHas(transcoded.getExpression());
    }
    return expression instanceof ArrayConstructor array && hasAll(array.getExpressions());
  }

  /** Returns whether an expression is one value, or that of a subquery. */
  boolean isOne(Expression expression) {
    return expression instanceof ParenthesedSelect || has(expression);
  }

  /**
   * Returns whether an expression is a list of values, or one value that stands for such a list.
   */
  boolean hasList(Expression expression) {
    return expression instanceof ExpressionList<?> list ? hasAll(list) : has(expression);
  }

  /** Returns whether an expression is a list of rows of values, or one that stands for it. */
  boolean hasRows(Expression expression) {
    return expression instanceof ExpressionList<?> list
        ? list.stream().allMatch(this::hasList)
        : has(expression);
  }

  boolean hasAll(Collection<? extends Expression> expressions) {
    return expressions.stream().allMatch(this::has);
  }

  private boolean isOrHas(Expression expression) {
    return expression == null
        || (expression instanceof ExpressionList<?> list ? hasAll(list) : has(expression));
  }

  /** A comparison with bytes is another than one with text. */
  static boolean isBinary(CastExpression cast) {
    return cast.getColDataType() == null
        || cast.getColDataType().getDataType().toLowerCase(Locale.ROOT).contains("binary");
  }

  private static boolean isKnown(Function function) {
    return function.getName() != null
        && !isVolatile(function)
        && !ExpressionParts.isAggregate(function)
        && function.getNamedParameters() == null
        && function.getChainedParameters() == null
        && function.getKeep() == null;
  }

  /** Returns whether a condition holds whatever the row is: TRUE, or a number is the same. */
  static boolean isTrue(Expression condition) {
    if (condition instanceof EqualsTo equal) {
      return equal.getLeftExpression() instanceof LongValue left
          && equal.getRightExpression() instanceof LongValue right
          && left.getStringValue().equals(right.getStringValue());
    }
    return condition instanceof BooleanValue value && value.getValue();
  }

  /** Returns whether a function may have another value for each row. */
  static boolean isVolatile(Function function) {
    return NONE.contains(function.getName().toLowerCase(Locale.ROOT));
  }
}
