package org.portolan.rehearsal.sample;

import java.math.BigDecimal;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/** Values of one column as values of another: numbers of one type as those of another. */
public final class Conversions {
  private Conversions() {}

  /** Returns the value in a type; the value itself if it is no number. */
  public static Object to(ColumnType type, Object value) {
    if (!(value instanceof Number number) || !(type instanceof ScalarType scalar)) {
      return value;
    }
    return switch (scalar.kind()) {
      // What does not fit equals no value of the type.
      case INT -> number.longValue() == number.intValue() ? number.intValue() : null;
      case LONG -> number.longValue();
      case DECIMAL -> new BigDecimal(number.toString()).setScale(scalar.scale());
      case TEXT, COMPRESSED_TEXT -> number.toString();
      default -> value;
    };
  }
}
