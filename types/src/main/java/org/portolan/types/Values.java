package org.portolan.types;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Operations on values of a {@link ColumnType}. Thread-safe. */
public final class Values {
  private static final int ABBREVIATED_CHARS = 80;

  private Values() {}

  /**
   * Returns {@code value} in the form that a row holds: a scalar itself, a set as an immutable set
   * that iterates in ascending order, a list as an immutable list. Null stays null.
   *
   * @throws IllegalArgumentException if the value is of another class or out of the column's range;
   *     the message names the column and the values that it takes
   */
  public static Object check(Column column, Object value) {
    if (value == null) {
      return null;
    }
    if (column.type() instanceof ScalarType scalar) {
      checkScalar(column.name(), scalar, value);
      return value;
    }
    CollectionType type = (CollectionType) column.type();
    boolean set = type.kind() == CollectionType.Kind.SET;
    if (set
        && value instanceof AscendingSet ascending
        && ascending.element().equals(type.element())) {
      return value;
    }
    Object[] elements = elements(column.name(), type, value);
    for (Object element : elements) {
      checkScalar(column.name(), type.element(), element);
    }
    return ofElements(type, elements);
  }

  /** Returns the elements of a set or list in a new array, each of them not yet checked. */
  static Object[] elements(String column, CollectionType type, Object value) {
    boolean set = type.kind() == CollectionType.Kind.SET;
    if (!(set ? value instanceof Set : value instanceof List)) {
      throw new IllegalArgumentException(
          "column '"
              + column
              + "' is "
              + type
              + " and takes a java.util."
              + (set ? "Set" : "List")
              + ", not the "
              + value.getClass().getName()
              + " "
              + abbreviate(value));
    }
    return ((Collection<?>) value).toArray();
  }

  /** Returns the collection of checked elements, taking over the array. */
  static Object ofElements(CollectionType type, Object[] elements) {
    return type.kind() == CollectionType.Kind.SET
        ? AscendingSet.of(type.element(), elements)
        : Collections.unmodifiableList(Arrays.asList(elements));
  }

  private static void checkScalar(String column, ScalarType type, Object value) {
    requireClass(column, type, value);
    switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT -> Utf8.requireWellFormed(column, (String) value);
      case DECIMAL -> Decimals.require(column, type, (BigDecimal) value);
      case TIMESTAMP -> microseconds(column, (Instant) value);
      case INT, LONG, BOOLEAN, BYTES -> {}
    }
  }

  static void requireClass(String column, ScalarType type, Object value) {
    if (!type.kind().javaClass().isInstance(value)) {
      throw wrongClass(column, type, value);
    }
  }

  static IllegalArgumentException wrongClass(String column, ScalarType type, Object value) {
    String given =
        value == null ? "null" : "the " + value.getClass().getName() + " " + abbreviate(value);
    return new IllegalArgumentException(
        "column '"
            + column
            + "' holds values of type "
            + type
            + " and takes a "
            + type.kind().javaClass().getName()
            + ", not "
            + given);
  }

  static long microseconds(String column, Instant value) {
    try {
      return Timestamps.toMicroseconds(value);
    } catch (IllegalArgumentException fault) {
      throw new IllegalArgumentException("column '" + column + "': " + fault.getMessage(), fault);
    }
  }

  /**
   * Compares two values of a scalar type in the order of binary keys: text by code point, bytes
   * unsigned, false before true, null lowest.
   *
   * @throws ClassCastException if a value is not of the type's class
   */
  public static int compare(ScalarType type, Object left, Object right) {
    if (left == null || right == null) {
      return Boolean.compare(left != null, right != null);
    }
    return switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT -> Utf8.compare((String) left, (String) right);
      case INT -> Integer.compare((Integer) left, (Integer) right);
      case LONG -> Long.compare((Long) left, (Long) right);
      case DECIMAL -> ((BigDecimal) left).compareTo((BigDecimal) right);
      case BOOLEAN -> Boolean.compare((Boolean) left, (Boolean) right);
      case TIMESTAMP -> ((Instant) left).compareTo((Instant) right);
      case BYTES -> ((Bytes) left).compareTo((Bytes) right);
    };
  }

  /**
   * Returns the canonical text of a value: text as it is, bytes in hexadecimal, timestamps in ISO
   * 8601, sets as {@code {1, 2}}, lists as {@code [1, 2]} with texts in double quotes inside, null
   * as {@code null}. {@link #parse} reads the text of a scalar back.
   */
  public static String render(ColumnType type, Object value) {
    if (value == null) {
      return "null";
    }
    if (type instanceof CollectionType collection) {
      boolean set = collection.kind() == CollectionType.Kind.SET;
      StringBuilder text = new StringBuilder(set ? "{" : "[");
      for (Object element : (Collection<?>) value) {
        text.append(text.length() == 1 ? "" : ", ");
        text.append(element instanceof String string ? quote(string) : render(element));
      }
      return text.append(set ? '}' : ']').toString();
    }
    return render(value);
  }

  private static String render(Object value) {
    return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
  }

  private static String quote(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
  }

  /**
   * Returns the value of a scalar type that {@code text} denotes. A decimal may have fewer places
   * than its scale.
   *
   * @throws IllegalArgumentException if it denotes none; the message names a correct form
   */
  public static Object parse(ScalarType type, String text) {
    try {
      Object value =
          switch (type.kind()) {
            case TEXT, COMPRESSED_TEXT -> text;
            case INT -> Integer.valueOf(text);
            case LONG -> Long.valueOf(text);
            case DECIMAL -> parseDecimal(type, text);
            case BOOLEAN -> parseBoolean(text);
            case TIMESTAMP -> Instant.parse(text);
            case BYTES -> Bytes.ofHex(text);
          };
      checkScalar("text", type, value);
      return value;
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException fault) {
      throw new IllegalArgumentException(
          "'" + abbreviate(text) + "' is no " + type + "; write " + expected(type), fault);
    }
  }

  private static BigDecimal parseDecimal(ScalarType type, String text) {
    // An exponent could ask for millions of digits. Up to three characters, "-0.", precede the
    // digits.
    if (text.length() > ScalarType.PRECISION_MAX + 3 || text.matches(".*[eE].*")) {
      throw new NumberFormatException("too long or with an exponent");
    }
    return new BigDecimal(text).setScale(type.scale());
  }

  private static Boolean parseBoolean(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }

  private static String expected(ScalarType type) {
    return switch (type.kind()) {
      case TEXT, COMPRESSED_TEXT -> "Unicode text without lone surrogates";
      case INT -> "a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE;
      case LONG -> "a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE;
      case DECIMAL ->
          "a number of at most "
              + type.precision()
              + " digits, "
              + type.scale()
              + " of them decimal places";
      case BOOLEAN -> "true or false";
      case TIMESTAMP -> "a time like 2007-09-30T12:00:00.000001Z, not finer than a microsecond";
      case BYTES -> "an even number of hexadecimal digits";
    };
  }

  /** Returns the value's text, shortened so that a message stays readable. */
  static String abbreviate(Object value) {
    String text = value.toString();
    return text.length() <= ABBREVIATED_CHARS
        ? text
        : text.substring(0, ABBREVIATED_CHARS) + "… (" + text.length() + " characters)";
  }
}
