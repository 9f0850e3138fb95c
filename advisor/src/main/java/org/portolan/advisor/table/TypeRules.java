package org.portolan.advisor.table;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.portolan.advisor.schema.Column;
import org.portolan.advisor.schema.ColumnType.Family;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.design.ColumnRule;
import org.portolan.types.Collation;
import org.portolan.types.CollectionType;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;
import org.portolan.types.ScalarType.Kind;

/** The types, rules and collations of a design for columns of a database. */
final class TypeRules {
  private static final ScalarType FLOAT = new ScalarType(Kind.DECIMAL, 40, 20);
  private static final ScalarType NUMERIC = new ScalarType(Kind.DECIMAL, 38, 10);
  private static final int SCALE_DEFAULT_PRECISION = 10;

  /** Texts of this mean length are worth the processor time of deflating them. */
  private static final double COMPRESSED_BYTES_MIN = 500;

  private static final String ZERO_DATE = "0000-00-00";

  private final boolean mysql;

  /**
   * @param mysql whether the schema is of MySQL or MariaDB, whose texts are compared without case
   *     unless a collation says otherwise
   */
  TypeRules(boolean mysql) {
    this.mysql = mysql;
  }

  /** A type, if it differs the type in keys, and what to know of it. */
  private record Chosen(ColumnType type, ColumnType keyType, String note) {
    Chosen(ColumnType type, String note) {
      this(type, type, note);
    }

    Chosen(ColumnType type) {
      this(type, type, "");
    }
  }

  /**
   * Plans a column.
   *
   * @param values of the column, if they were looked at
   */
  PlannedColumn planned(Column column, String name, Optional<ColumnStatistics> values) {
    OptionalDouble bytesMean =
        values.map(of -> OptionalDouble.of(of.bytesMean())).orElseGet(OptionalDouble::empty);
    Chosen chosen = chosen(column, bytesMean);
    String note = chosen.note();
    if (!column.generatedAs().isEmpty()) {
      note = joined(note, "the database computed it; now the application does");
    }
    boolean zeroDefault = column.defaultValue().contains(ZERO_DATE);
    boolean zeroDates =
        zeroDefault
            || (mysql
                && column.type().family() == Family.TIME
                && values.flatMap(ColumnStatistics::min).orElse("").startsWith(ZERO_DATE));
    if (zeroDates) {
      note =
          joined(
              note,
              zeroDefault
                  ? "zero dates become null"
                  : "rows have zero dates, which become null with zero-dates: \"null\"");
    }
    if (column.defaultValue().matches("(?is).*(timestamp|now\\(|uuid).*")) {
      note = joined(note, "its default was " + column.defaultValue() + "; now the application");
    }
    return new PlannedColumn(
        column,
        name,
        chosen.type(),
        chosen.keyType(),
        rule(column, chosen.type(), zeroDates),
        collation(column),
        note);
  }

  private static String joined(String first, String second) {
    return first.isEmpty() ? second : first + "; " + second;
  }

  private Chosen chosen(Column column, OptionalDouble bytesMean) {
    var type = column.type();
    if (type.array()) {
      var element =
          new org.portolan.advisor.schema.ColumnType(
              type.name(), type.arguments(), type.unsigned(), false, type.values());
      return new Chosen(
          new CollectionType(CollectionType.Kind.LIST, scalar(element).element()),
          "an array of one dimension, without nulls");
    }
    return switch (type.family()) {
      case TEXT -> text(type.name(), bytesMean);
      case JSON -> new Chosen(ScalarType.COMPRESSED_TEXT, ScalarType.TEXT, "as text");
      case SET ->
          new Chosen(new CollectionType(CollectionType.Kind.SET, ScalarType.TEXT), "a set of text");
      case ENUM -> new Chosen(ScalarType.TEXT, "ordered as text, not by the place in the enum");
      case UUID -> new Chosen(ScalarType.TEXT, "as text in lower case, with hyphens");
      case OTHER -> other(type.name());
      case TIME -> time(type.name());
      case FLOAT ->
          new Chosen(
              FLOAT,
              "the shortest decimal that is the number; NaN, infinities and numbers with more than"
                  + " 20 digits before or after the point do not fit");
      default -> integer(type);
    };
  }

  /** Long by its type, or, where the type does not tell as in PostgreSQL, by its values. */
  private Chosen text(String name, OptionalDouble bytesMean) {
    boolean isLong = mysql && (name.equals("text") || name.matches("mediumtext|longtext"));
    return isLong
            || name.matches("clob|character large object")
            || bytesMean.orElse(0) >= COMPRESSED_BYTES_MIN
        ? new Chosen(ScalarType.COMPRESSED_TEXT, ScalarType.TEXT, "")
        : new Chosen(ScalarType.TEXT);
  }

  private static Chosen other(String name) {
    return new Chosen(
        ScalarType.TEXT,
        name.equals("row")
            ? "a migration refuses it, since the database does not read the text of a row again:"
                + " leave the column out of the mapping"
            : "the text that the database shows");
  }

  private static Chosen time(String name) {
    return switch (name) {
      case "date" -> new Chosen(ScalarType.TEXT, "as text, 2026-01-31, which sorts as dates do");
      case "time", "time without time zone", "timetz", "time with time zone" ->
          new Chosen(ScalarType.TEXT, "as text, 23:59:59");
      case "interval" -> new Chosen(ScalarType.TEXT, "the text that the database shows");
      default -> new Chosen(ScalarType.TIMESTAMP);
    };
  }

  private static Chosen integer(org.portolan.advisor.schema.ColumnType type) {
    boolean large = type.name().matches("bigint|int8|serial8|bigserial");
    if (type.name().equals("money")) {
      return new Chosen(ScalarType.TEXT, "the text that the database shows, with its currency");
    }
    if (scalar(type).equals(NUMERIC) && type.arguments().isEmpty()) {
      return new Chosen(
          NUMERIC,
          "numbers with more than 28 digits before or 10 after the point do not fit, and zeros at"
              + " the end are not kept");
    }
    return large && type.unsigned()
        ? new Chosen(ScalarType.LONG, "numbers above 9,223,372,036,854,775,807 do not fit")
        : new Chosen(scalar(type));
  }

  private static ColumnType scalar(org.portolan.advisor.schema.ColumnType type) {
    return switch (type.family()) {
      case INTEGER -> {
        boolean small =
            type.name()
                .matches(
                    "tinyint|smallint|int2|mediumint|middleint|year|smallserial"
                        + (type.unsigned() ? "" : "|int|integer|int4|serial|serial4"));
        yield small ? ScalarType.INT : ScalarType.LONG;
      }
      case DECIMAL -> decimal(type);
      case BOOLEAN -> type.isBoolean() ? ScalarType.BOOLEAN : ScalarType.LONG;
      case BINARY -> ScalarType.BYTES;
      case FLOAT -> FLOAT;
      case TIME -> time(type.name()).type();
      default -> ScalarType.TEXT;
    };
  }

  private static ScalarType decimal(org.portolan.advisor.schema.ColumnType type) {
    List<Integer> arguments =
        type.arguments().stream()
            .filter(argument -> argument.matches("\\d{1,3}"))
            .map(Integer::valueOf)
            .toList();
    if (arguments.isEmpty()) {
      boolean unlimited = type.name().equals("numeric") || type.name().equals("number");
      return unlimited ? NUMERIC : new ScalarType(Kind.DECIMAL, SCALE_DEFAULT_PRECISION, 0);
    }
    int scale = arguments.size() > 1 ? arguments.get(1) : 0;
    int precision = Math.max(1, Math.max(arguments.get(0), scale));
    return precision <= ScalarType.PRECISION_MAX
        ? new ScalarType(Kind.DECIMAL, precision, scale)
        : NUMERIC;
  }

  private static ColumnRule rule(Column column, ColumnType type, boolean zeroDates) {
    if (!(type instanceof ScalarType scalar)) {
      return ColumnRule.NONE;
    }
    Optional<String> pattern =
        column.type().family() == Family.ENUM && !column.type().values().isEmpty()
            ? Optional.of(
                column.type().values().stream()
                    .map(TypeRules::literal)
                    .collect(Collectors.joining("|")))
            : Optional.empty();
    Optional<Object> least =
        column.type().unsigned() && scalar.kind() == Kind.INT
            ? Optional.of(0)
            : column.type().unsigned() && scalar.kind() == Kind.LONG
                ? Optional.of(0L)
                : Optional.empty();
    return new ColumnRule(
        !column.nullable() && !zeroDates,
        column.generatedAs().isEmpty() ? defaultValue(column, scalar) : Optional.empty(),
        least,
        Optional.empty(),
        pattern);
  }

  private static String literal(String value) {
    return value.matches("[A-Za-z0-9 _-]*") ? value : Pattern.quote(value);
  }

  /** The constant after DEFAULT; empty for anything that is computed. */
  private static Optional<Object> defaultValue(Column column, ScalarType type) {
    String text = column.defaultValue().strip().replaceAll("::[a-z0-9 ()]+$", "");
    String unquoted =
        text.length() >= 2 && text.startsWith("'") && text.endsWith("'")
            ? text.substring(1, text.length() - 1).replace("''", "'")
            : null;
    String number = unquoted == null ? text : unquoted;
    try {
      return switch (type.kind()) {
        // A design has no empty defaults: a row without the text has null, or is refused.
        case TEXT, COMPRESSED_TEXT ->
            Optional.<Object>ofNullable(unquoted).filter(value -> !unquoted.isBlank());
        case INT -> Optional.of(Integer.valueOf(number));
        case LONG -> Optional.of(Long.valueOf(number));
        case DECIMAL -> {
          BigDecimal decimal = new BigDecimal(number).setScale(type.scale());
          yield decimal.precision() <= type.precision() ? Optional.of(decimal) : Optional.empty();
        }
        case BOOLEAN ->
            number.equalsIgnoreCase("true") || number.equals("1") || number.equals("b'1")
                ? Optional.of(true)
                : number.equalsIgnoreCase("false") || number.equals("0")
                    ? Optional.of(false)
                    : Optional.empty();
        case TIMESTAMP, BYTES -> Optional.empty();
      };
    } catch (ArithmeticException | NumberFormatException notConstant) {
      return Optional.empty();
    }
  }

  private Collation collation(Column column) {
    boolean named = mysql && column.type().family() == Family.ENUM;
    if (!(named || column.type().family() == Family.TEXT) || column.type().array()) {
      return Collation.BINARY;
    }
    String name = column.collation().toLowerCase(Locale.ROOT);
    if (column.type().name().matches("citext|varchar_ignorecase") || name.endsWith("as_ci")) {
      return Collation.CASE_INSENSITIVE;
    }
    if (!mysql || name.endsWith("_bin") || name.endsWith("_cs") || name.equals("binary")) {
      return Collation.BINARY;
    }
    return column.charset().equalsIgnoreCase("binary")
        ? Collation.BINARY
        : Collation.ACCENT_AND_CASE_INSENSITIVE;
  }
}
