package org.portolan.rehearsal.sample;

import org.portolan.types.ColumnType;
import org.portolan.types.ExactNumbers;
import org.portolan.types.ScalarType;

/** Values of one column as values of another: numbers of one type as those of another. */
public final class Conversions {
  private Conversions() {}

  /** Returns whether every value of a type is one of another: {@link #to} gives it. */
  static boolean fit(ColumnType type, ColumnType from) {
    if (!(type instanceof ScalarType scalar) || !(from instanceof ScalarType other)) {
      return type.equals(from);
    }
    boolean text = isText(scalar);
    return scalar.kind() == other.kind()
        || (isNumber(other) && (text || isNumber(scalar)))
        || (text && isText(other));
  }

  private static boolean isText(ScalarType type) {
    return type.kind() == ScalarType.Kind.TEXT || type.kind() == ScalarType.Kind.COMPRESSED_TEXT;
  }

  private static boolean isNumber(ScalarType type) {
    return switch (type.kind()) {
      case INT, LONG, DECIMAL -> true;
      default -> false;
    };
  }

  /**
   * Returns the value in a type, as the lines convert it: null if the type has none that equals it.
   * A value that is no number stays as it is.
   */
  public static Object to(ColumnType type, Object value) {
    if (!(value instanceof Number number) || !(type instanceof ScalarType scalar)) {
      return value;
    }
    return switch (scalar.kind()) {
      case INT -> ExactNumbers.toInt(number);
      case LONG -> ExactNumbers.toLong(number);
      case DECIMAL -> ExactNumbers.toDecimal(number, scalar.precision(), scalar.scale());
      case TEXT, COMPRESSED_TEXT -> number.toString();
      default -> value;
    };
  }
}
