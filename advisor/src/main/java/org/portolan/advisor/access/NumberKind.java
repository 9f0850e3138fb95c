package org.portolan.advisor.access;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.BooleanValue;
import net.sf.jsqlparser.expression.CastExpression;
import net.sf.jsqlparser.expression.DoubleValue;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.ExtractExpression;
import net.sf.jsqlparser.expression.Function;
import net.sf.jsqlparser.expression.IntervalExpression;
import net.sf.jsqlparser.expression.JdbcParameter;
import net.sf.jsqlparser.expression.LongValue;
import net.sf.jsqlparser.expression.SignedExpression;
import net.sf.jsqlparser.expression.StringValue;
import net.sf.jsqlparser.expression.TranscodingFunction;
import net.sf.jsqlparser.expression.operators.arithmetic.Concat;
import net.sf.jsqlparser.expression.operators.arithmetic.Division;
import net.sf.jsqlparser.expression.operators.relational.ExpressionList;
import net.sf.jsqlparser.expression.operators.relational.JsonOperator;
import net.sf.jsqlparser.schema.Column;
import org.portolan.advisor.sql.NumberPlaces;
import org.portolan.advisor.sql.Templates;
import org.portolan.advisor.workload.StatementTemplate;

/** What kind of number a value of a statement of MySQL is. */
enum NumberKind {
  /** A text, a date, bytes, or not known: a parameter that has no value. */
  NONE,

  /** A whole number, TRUE or FALSE. */
  WHOLE,

  /** A number with a point or an exponent, or one that may have a fraction. */
  FRACTION;

  /** Functions that have whole numbers. */
  private static final Set<String> OF_WHOLE =
      Set.of(
          "ascii",
          "bit_and",
          "bit_count",
          "bit_length",
          "bit_or",
          "bit_xor",
          "ceil",
          "ceiling",
          "char_length",
          "character_length",
          "connection_id",
          "count",
          "crc32",
          "datediff",
          "day",
          "dayofmonth",
          "dayofweek",
          "dayofyear",
          "field",
          "find_in_set",
          "floor",
          "found_rows",
          "get_lock",
          "hour",
          "inet_aton",
          "instr",
          "interval",
          "is_ipv4",
          "is_ipv6",
          "is_uuid",
          "isnull",
          "json_contains",
          "json_contains_path",
          "json_depth",
          "json_length",
          "json_valid",
          "last_insert_id",
          "length",
          "locate",
          "microsecond",
          "minute",
          "month",
          "octet_length",
          "ord",
          "period_add",
          "period_diff",
          "position",
          "quarter",
          "regexp_instr",
          "regexp_like",
          "release_lock",
          "row_count",
          "second",
          "sign",
          "sleep",
          "strcmp",
          "time_to_sec",
          "timestampdiff",
          "to_days",
          "to_seconds",
          "uncompressed_length",
          "unix_timestamp",
          "uuid_short",
          "week",
          "weekday",
          "weekofyear",
          "year",
          "yearweek");

  /** Functions that have numbers, whole ones of whole numbers. */
  private static final Set<String> OF_NUMBERS = Set.of("abs", "mod", "round", "sum", "truncate");

  /** Functions that may have any number. */
  private static final Set<String> OF_FRACTIONS =
      Set.of(
          "acos",
          "asin",
          "atan",
          "atan2",
          "avg",
          "cos",
          "cot",
          "degrees",
          "exp",
          "ln",
          "log",
          "log10",
          "log2",
          "pi",
          "pow",
          "power",
          "radians",
          "sin",
          "sqrt",
          "std",
          "stddev",
          "stddev_pop",
          "stddev_samp",
          "tan",
          "var_pop",
          "var_samp",
          "variance");

  /** Functions that have one of their values. */
  private static final Set<String> OF_ANY =
      Set.of("coalesce", "greatest", "any_value", "if", "ifnull", "least", "max", "min", "nullif");

  private static final Set<String> WHOLE_TYPES = Set.of("signed", "unsigned", "integer", "int");
  private static final Set<String> FRACTION_TYPES =
      Set.of("decimal", "dec", "numeric", "double", "float", "real");

  /** The kinds of columns. */
  interface Columns {
    NumberKind of(Column column);
  }

  /**
   * The kinds of the values of one statement.
   *
   * @param places which of its parameters are numbers
   * @param texts what a text in quotes may be in another statement of the template
   * @param wholes what a whole number may be there
   * @param columns what a column is; none is known but those of a subquery
   */
  record Of(NumberPlaces places, NumberKind texts, NumberKind wholes, Columns columns) {
    Of(NumberPlaces places) {
      this(places, NONE, WHOLE, column -> NONE);
    }

    /** Returns the same with the kinds of columns. */
    Of with(Columns known) {
      return new Of(places, texts, wholes, known);
    }

    /** Returns those of the literals of an example. */
    static Of literals(String example, StatementTemplate template) {
      NumberPlaces own = new Templates(template.dialect()).of(example).numbers();
      Of any = new Of(template.numbers());
      NumberKind texts = NONE;
      NumberKind wholes = WHOLE;
      for (int place = 0; place < template.numbers().end(); place++) {
        if (!own.isNumber(place)) {
          texts = texts.or(any.at(place));
        } else if (!own.isFraction(place)) {
          wholes = wholes.or(any.at(place));
        }
      }
      return new Of(NumberPlaces.NONE, texts, wholes, column -> NONE);
    }

    private NumberKind at(int place) {
      return places.isFraction(place) ? FRACTION : places.isNumber(place) ? WHOLE : NONE;
    }

    /** Returns the kind of a value, or the highest of the values of a list. */
    NumberKind of(Expression value) {
      if (value instanceof JdbcParameter parameter) {
        return at(parameter.getIndex() - 1);
      }
      if (value instanceof ExpressionList<?> list) {
        return highest(list);
      }
      if (value instanceof SignedExpression signed) {
        return of(signed.getExpression()).or(WHOLE);
      }
      if (value instanceof BinaryExpression both) {
        return computed(both);
      }
      if (value instanceof CastExpression cast && cast.getColDataType() != null) {
        return ofType(cast.getColDataType().getDataType());
      }
      if (value instanceof TranscodingFunction cast && cast.getColDataType() != null) {
        return ofType(cast.getColDataType().getDataType());
      }
      if (value instanceof Function function) {
        return result(function);
      }
      if (value instanceof StringValue) {
        return texts;
      }
      if (value instanceof LongValue) {
        return wholes;
      }
      if (value instanceof ExtractExpression || isTruth(value)) {
        return WHOLE;
      }
      if (value instanceof Column column) {
        return columns.of(column);
      }
      return value instanceof DoubleValue ? FRACTION : NONE;
    }

    /** Returns the highest kind of values. */
    NumberKind highest(Collection<? extends Expression> values) {
      return values.stream().map(this::of).reduce(NONE, NumberKind::or);
    }

    private NumberKind computed(BinaryExpression both) {
      boolean other =
          both instanceof Concat
              || both instanceof JsonOperator
              || both.getLeftExpression() instanceof IntervalExpression
              || both.getRightExpression() instanceof IntervalExpression;
      if (other) {
        return NONE;
      }
      return of(both.getLeftExpression())
          .or(of(both.getRightExpression()))
          .or(both instanceof Division ? FRACTION : WHOLE);
    }

    private NumberKind result(Function function) {
      String name = function.getName().toLowerCase(Locale.ROOT);
      Collection<? extends Expression> values =
          function.getParameters() == null ? Set.of() : function.getParameters();
      if (OF_ANY.contains(name)) {
        return highest(values.stream().skip(name.equals("if") ? 1 : 0).toList());
      }
      if (OF_NUMBERS.contains(name)) {
        return highest(values).or(WHOLE);
      }
      return OF_WHOLE.contains(name) ? WHOLE : OF_FRACTIONS.contains(name) ? FRACTION : NONE;
    }
  }

  NumberKind or(NumberKind other) {
    return compareTo(other) < 0 ? other : this;
  }

  private static NumberKind ofType(String type) {
    String name = type.toLowerCase(Locale.ROOT).split("[ (]", 2)[0];
    return WHOLE_TYPES.contains(name) ? WHOLE : FRACTION_TYPES.contains(name) ? FRACTION : NONE;
  }

  /** The parser takes TRUE for a column at times. */
  private static boolean isTruth(Expression value) {
    if (value instanceof Column column && column.getTable() == null) {
      String name = column.getColumnName();
      return name.equalsIgnoreCase("true") || name.equalsIgnoreCase("false");
    }
    return value instanceof BooleanValue;
  }
}
