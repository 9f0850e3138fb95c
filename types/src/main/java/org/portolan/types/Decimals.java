package org.portolan.types;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Decimals in keys: the unscaled integer in two's complement with the sign bit flipped, in as many
 * bytes as the precision needs. Byte order is value order.
 */
final class Decimals {
  private static final BigInteger[] POWERS_OF_TEN = powersOfTen();

  private static final int[] WIDTHS = widths();

  private Decimals() {}

  private static BigInteger[] powersOfTen() {
    BigInteger[] powers = new BigInteger[ScalarType.PRECISION_MAX + 1];
    for (int exponent = 0; exponent < powers.length; exponent++) {
      powers[exponent] = BigInteger.TEN.pow(exponent);
    }
    return powers;
  }

  /** Returns the width in a key of a decimal of {@code precision} digits, in bytes. */
  static int width(int precision) {
    return WIDTHS[precision];
  }

  private static int[] widths() {
    int[] widths = new int[POWERS_OF_TEN.length];
    for (int precision = 0; precision < widths.length; precision++) {
      widths[precision] = POWERS_OF_TEN[precision].subtract(BigInteger.ONE).bitLength() / 8 + 1;
    }
    return widths;
  }

  /**
   * @throws IllegalArgumentException if the scale is not the declared one or there are too many
   *     digits
   */
  static void require(String column, ScalarType type, BigDecimal value) {
    if (value.scale() != type.scale()) {
      throw new IllegalArgumentException(
          "column '"
              + column
              + "' is "
              + type
              + " and takes exactly "
              + type.scale()
              + " decimal places, not the "
              + value.scale()
              + " of "
              + value
              + "; set the scale, choosing how to round");
    }
    if (value.precision() > type.precision()) {
      throw new IllegalArgumentException(
          "column '"
              + column
              + "' is "
              + type
              + " and cannot hold the "
              + value.precision()
              + " digits of "
              + value);
    }
  }

  static void write(ByteWriter out, BigDecimal value, int width) {
    byte[] content = value.unscaledValue().toByteArray();
    byte[] target = out.reserve(width);
    int start = out.position();
    int padding = width - content.length;
    byte sign = (byte) (content[0] >> 7);
    for (int index = 0; index < padding; index++) {
      target[start + index] = sign;
    }
    System.arraycopy(content, 0, target, start + padding, content.length);
    target[start] ^= (byte) 0x80;
    out.position(start + width);
  }

  static BigDecimal read(ByteReader in, ScalarType type, int width, int mask) {
    int start = in.skip(width);
    byte[] content = new byte[width];
    for (int index = 0; index < width; index++) {
      content[index] = (byte) (in.source()[start + index] ^ mask);
    }
    content[0] ^= (byte) 0x80;
    return of(new BigInteger(content), type);
  }

  static BigDecimal of(BigInteger unscaled, ScalarType type) {
    if (unscaled.abs().compareTo(POWERS_OF_TEN[type.precision()]) >= 0) {
      throw new IllegalArgumentException(
          "the number has more than " + type.precision() + " digits");
    }
    return new BigDecimal(unscaled, type.scale());
  }
}
