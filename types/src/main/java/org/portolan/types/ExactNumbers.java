package org.portolan.types;

import java.math.BigDecimal;

/**
 * Numbers of one type as equal numbers of another, as a join compares columns of two types. Null,
 * and a number that has no equal one, give null, with which nothing agrees. Thread-safe.
 */
public final class ExactNumbers {
  private ExactNumbers() {}

  /**
   * Returns the {@code int} that equals a number; null if none does.
   *
   * @param number an {@link Integer}, {@link Long} or {@link BigDecimal}, or null
   */
  public static Integer toInt(Object number) {
    Long value = toLong(number);
    return value == null || value.intValue() != value ? null : Integer.valueOf(value.intValue());
  }

  /** Returns the {@code long} that equals such a number; null if none does. */
  public static Long toLong(Object number) {
    if (number instanceof Integer || number instanceof Long) {
      return ((Number) number).longValue();
    }
    BigDecimal whole = toDecimal(number, Long.toString(Long.MAX_VALUE).length(), 0);
    if (whole == null) {
      return null;
    }
    long value = whole.longValue();
    return BigDecimal.valueOf(value).compareTo(whole) == 0 ? value : null;
  }

  /**
   * Returns the decimal that equals such a number, with exactly {@code scale} digits after the
   * point; null if it needs more of them, or more than {@code precision} in all.
   */
  public static BigDecimal toDecimal(Object number, int precision, int scale) {
    if (number == null) {
      return null;
    }
    BigDecimal value =
        number instanceof BigDecimal decimal
            ? decimal
            : BigDecimal.valueOf(((Number) number).longValue());
    BigDecimal shortest = value.stripTrailingZeros();
    if (shortest.scale() > scale) {
      return null;
    }
    BigDecimal exact = shortest.setScale(scale);
    return exact.precision() > precision ? null : exact;
  }
}
