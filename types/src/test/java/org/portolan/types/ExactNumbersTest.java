package org.portolan.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExactNumbersTest {
  @Test
  void wholeNumbers_areConvertedOrNull() {
    assertThat(ExactNumbers.toInt(7)).isEqualTo(7);
    assertThat(ExactNumbers.toInt(-7L)).isEqualTo(-7);
    assertThat(ExactNumbers.toInt((long) Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
    assertThat(ExactNumbers.toInt(Integer.MAX_VALUE + 1L)).isNull();
    assertThat(ExactNumbers.toInt(4_294_967_299L)).isNull();
    assertThat(ExactNumbers.toInt(null)).isNull();
    assertThat(ExactNumbers.toLong(7)).isEqualTo(7L);
    assertThat(ExactNumbers.toLong(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
    assertThat(ExactNumbers.toLong(null)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0.00, 0",
    "3.00, 3",
    "-3.0, -3",
    "3.50,",
    "1E+3, 1000",
    "9223372036854775807.0, 9223372036854775807",
    "-9223372036854775808, -9223372036854775808",
    "9223372036854775808,",
    "18446744073709551619,",
    "100000000000000000000000000003,"
  })
  void decimal_isWholeOrNull(BigDecimal number, Long expected) {
    assertThat(ExactNumbers.toLong(number)).isEqualTo(expected);
    boolean small = expected != null && expected.intValue() == expected;
    assertThat(ExactNumbers.toInt(number)).isEqualTo(small ? expected.intValue() : null);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 2, 2, 0.00",
    "2.0000, 4, 2, 2.00",
    "1.2345, 9, 2,",
    "1.2300, 9, 2, 1.23",
    "345.6, 4, 2,",
    "99.99, 4, 2, 99.99",
    "100, 4, 2,",
    "0.5, 1, 1, 0.5",
    "1E+2, 5, 2, 100.00"
  })
  void decimal_hasTheDigitsOfTheTypeOrIsNull(
      BigDecimal number, int precision, int scale, BigDecimal expected) {
    assertThat(ExactNumbers.toDecimal(number, precision, scale)).isEqualTo(expected);
  }

  @Test
  void wholeNumber_isADecimalOrNull() {
    assertThat(ExactNumbers.toDecimal(7, 4, 2)).isEqualTo(new BigDecimal("7.00"));
    assertThat(ExactNumbers.toDecimal(Long.MAX_VALUE, 19, 0))
        .isEqualTo(BigDecimal.valueOf(Long.MAX_VALUE));
    assertThat(ExactNumbers.toDecimal(100L, 4, 2)).isNull();
    assertThat(ExactNumbers.toDecimal(null, 4, 2)).isNull();
  }
}
