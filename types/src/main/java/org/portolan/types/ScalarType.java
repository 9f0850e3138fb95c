package org.portolan.types;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A scalar type. {@code precision} and {@code scale} count decimal digits and are zero for every
 * kind but {@link Kind#DECIMAL}.
 */
public record ScalarType(Kind kind, int precision, int scale) implements ColumnType {

  /** The largest precision of a decimal, in digits, as in MySQL. */
  public static final int PRECISION_MAX = 65;

  public static final ScalarType TEXT = new ScalarType(Kind.TEXT, 0, 0);
  public static final ScalarType COMPRESSED_TEXT = new ScalarType(Kind.COMPRESSED_TEXT, 0, 0);
  public static final ScalarType INT = new ScalarType(Kind.INT, 0, 0);
  public static final ScalarType LONG = new ScalarType(Kind.LONG, 0, 0);
  public static final ScalarType BOOLEAN = new ScalarType(Kind.BOOLEAN, 0, 0);
  public static final ScalarType TIMESTAMP = new ScalarType(Kind.TIMESTAMP, 0, 0);
  public static final ScalarType BYTES = new ScalarType(Kind.BYTES, 0, 0);

  private static final Pattern DECIMAL =
      Pattern.compile("decimal\\(\\s*(\\d{1,3})\\s*,\\s*(\\d{1,3})\\s*\\)");

  /** The kinds of scalars, with the Java class of their values. */
  public enum Kind {
    /** {@link String}, ordered by Unicode code point or by a collation. */
    TEXT(String.class),
    /** {@link String}, stored compressed; not allowed in keys. */
    COMPRESSED_TEXT(String.class),
    /** {@link Integer}. */
    INT(Integer.class),
    /** {@link Long}. */
    LONG(Long.class),
    /** {@link java.math.BigDecimal} of exactly the declared scale. */
    DECIMAL(BigDecimal.class),
    /** {@link Boolean}, false before true. */
    BOOLEAN(Boolean.class),
    /** {@link java.time.Instant} with microseconds, as in MySQL and PostgreSQL. */
    TIMESTAMP(Instant.class),
    /** {@link Bytes}, ordered unsigned. */
    BYTES(Bytes.class);

    private final Class<?> javaClass;

    Kind(Class<?> javaClass) {
      this.javaClass = javaClass;
    }

    public Class<?> javaClass() {
      return javaClass;
    }

    public String spelling() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  public ScalarType {
    if (kind == Kind.DECIMAL) {
      if (precision < 1 || precision > PRECISION_MAX || scale < 0 || scale > precision) {
        throw new IllegalArgumentException(
            "decimal("
                + precision
                + ","
                + scale
                + ") must have 1 <= precision <= "
                + PRECISION_MAX
                + " and 0 <= scale <= precision");
      }
    } else if (precision != 0 || scale != 0) {
      throw new IllegalArgumentException("only a decimal has a precision and a scale");
    }
  }

  public static ScalarType decimal(int precision, int scale) {
    return new ScalarType(Kind.DECIMAL, precision, scale);
  }

  /** Whether values of this type are allowed in a key. */
  public boolean allowedInKey() {
    return kind != Kind.COMPRESSED_TEXT;
  }

  @Override
  public ScalarType element() {
    return this;
  }

  @Override
  public String spelling() {
    return kind == Kind.DECIMAL ? "decimal(" + precision + "," + scale + ")" : kind.spelling();
  }

  static ScalarType parse(String spelling) {
    Matcher decimal = DECIMAL.matcher(spelling);
    if (decimal.matches()) {
      return decimal(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
    }
    for (Kind kind : Kind.values()) {
      if (kind != Kind.DECIMAL && kind.spelling().equals(spelling)) {
        return new ScalarType(kind, 0, 0);
      }
    }
    throw new IllegalArgumentException(
        "'"
            + spelling
            + "' is not a type; the types are "
            + Arrays.stream(Kind.values())
                .map(kind -> kind == Kind.DECIMAL ? "decimal(precision,scale)" : kind.spelling())
                .collect(Collectors.joining(", "))
            + ", set of and list of these");
  }

  @Override
  public String toString() {
    return spelling();
  }
}
