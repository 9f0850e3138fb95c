package org.portolan.migrate.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.portolan.types.ScalarType;
import org.portolan.types.ScalarType.Kind;
import org.portolan.types.Values;

/** Exact conversions of numbers. */
final class Numbers {
  /** Up to here, every whole number is exact as a double. */
  private static final double EXACT_MAX = 1L << 53;

  private Numbers() {}

  static Object toDesign(SqlKind kind, ScalarType type, Object raw) {
    if (kind == SqlKind.TEXT) {
      return parsed(type, raw.toString());
    }
    if (raw instanceof Unfit) {
      throw new RejectedValueException("is no number; make it text, which keeps it");
    }
    if (type.kind() == Kind.DECIMAL) {
      return decimal(type, raw);
    }
    long number = whole(kind, raw);
    if (type.kind() == Kind.LONG) {
      return number;
    }
    if ((int) number != number) {
      throw new RejectedValueException("is out of the range of int; make the column long");
    }
    return (int) number;
  }

  /** Only the text that we would write for the number: the way back gives it again. */
  private static Object parsed(ScalarType type, String text) {
    Object value;
    try {
      value = Values.parse(type, text);
    } catch (IllegalArgumentException e) {
      throw new RejectedValueException("is no " + type);
    }
    String written = Values.render(type, value);
    if (!written.equals(text)) {
      throw new RejectedValueException("is not in the form of a number, which is " + written);
    }
    return value;
  }

  private static long whole(SqlKind kind, Object raw) {
    if (raw instanceof Long number) {
      return number;
    }
    if (raw instanceof Boolean truth) {
      return truth ? 1 : 0;
    }
    if (raw instanceof BigDecimal number) {
      return exact(number);
    }
    if (raw instanceof Float || raw instanceof Double) {
      double number = ((Number) raw).doubleValue();
      boolean zero = number == 0 && 1 / number < 0;
      if (number != Math.rint(number) || Math.abs(number) > EXACT_MAX || zero) {
        throw new RejectedValueException("is no whole number that a double holds exactly");
      }
      return (long) number;
    }
    if (kind == SqlKind.BITS) {
      BigInteger number = new BigInteger(raw.toString(), 2);
      if (number.bitLength() >= Long.SIZE) {
        // Bits become no decimal.
        throw new RejectedValueException("is out of the range of long; make the column text");
      }
      return number.longValue();
    }
    throw new RejectedValueException("is no whole number");
  }

  private static long exact(BigDecimal number) {
    try {
      return number.longValueExact();
    } catch (ArithmeticException e) {
      throw new RejectedValueException(
          number.stripTrailingZeros().scale() > 0
              ? "is no whole number"
              : "is out of the range of long; make the column decimal(20,0) or text");
    }
  }

  private static BigDecimal decimal(ScalarType type, Object raw) {
    BigDecimal number;
    if (raw instanceof Long whole) {
      number = BigDecimal.valueOf(whole);
    } else if (raw instanceof BigDecimal decimal) {
      number = decimal;
    } else if (raw instanceof Float || raw instanceof Double) {
      double real = ((Number) raw).doubleValue();
      if (Double.isNaN(real) || Double.isInfinite(real) || (real == 0 && 1 / real < 0)) {
        throw new RejectedValueException("is no decimal; make the column text");
      }
      // The shortest decimal from which the same float or double comes.
      number = new BigDecimal(raw.toString());
    } else {
      throw new RejectedValueException("is no decimal");
    }
    if (number.stripTrailingZeros().scale() > type.scale()) {
      throw new RejectedValueException(
          "has more than " + type.scale() + " decimal places, and is never rounded");
    }
    BigDecimal scaled = number.setScale(type.scale());
    if (scaled.precision() > type.precision()) {
      throw new RejectedValueException("has too many digits for " + type);
    }
    return scaled;
  }

  static Object toSql(SqlKind kind, Object value) {
    BigDecimal number;
    if (value instanceof Boolean truth) {
      number = truth ? BigDecimal.ONE : BigDecimal.ZERO;
    } else if (value instanceof BigDecimal decimal) {
      number = decimal;
    } else if (value instanceof Number whole) {
      number = BigDecimal.valueOf(whole.longValue());
    } else {
      return ofText(kind, value.toString());
    }
    return switch (kind) {
      case REAL, DOUBLE -> floating(kind, number.toString());
      case WHOLE -> wholeOrDecimal(number);
      default -> number;
    };
  }

  /** Returns a float or a double of which the text is the shortest that means it, as it came. */
  private static Number floating(SqlKind kind, String text) {
    Number nearest = kind == SqlKind.REAL ? (Number) Float.valueOf(text) : Double.valueOf(text);
    boolean finite = Double.isFinite(nearest.doubleValue());
    if (finite && new BigDecimal(nearest.toString()).compareTo(new BigDecimal(text)) != 0) {
      throw new RejectedValueException(
          "is no " + (kind == SqlKind.REAL ? "float" : "double") + ", which would be " + nearest);
    }
    return nearest;
  }

  private static Object wholeOrDecimal(BigDecimal number) {
    if (number.stripTrailingZeros().scale() > 0) {
      throw new RejectedValueException("is no whole number");
    }
    return number.toBigInteger().bitLength() < Long.SIZE
        ? (Object) number.longValueExact()
        : number;
  }

  /** Other spellings of a number, 007 or 1e2, would not come back. */
  private static Object wholeOfText(String text) {
    Object whole = wholeOrDecimal(new BigDecimal(text));
    String written = whole instanceof BigDecimal number ? number.toPlainString() : whole.toString();
    if (!written.equals(text)) {
      throw new RejectedValueException("is not written as a whole number: it would be " + written);
    }
    return whole;
  }

  private static Object ofText(SqlKind kind, String text) {
    try {
      return switch (kind) {
        case REAL, DOUBLE -> floating(kind, text);
        case WHOLE -> wholeOfText(text);
        default -> new BigDecimal(text);
      };
    } catch (NumberFormatException e) {
      // Not a number of PostgreSQL's numeric, which only the database understands.
      return text;
    }
  }
}
