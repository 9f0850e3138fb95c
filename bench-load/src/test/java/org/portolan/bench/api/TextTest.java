package org.portolan.bench.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class TextTest {

  @Test
  void figure_ofAnySize_hasThreeDigits() {
    assertThat(Text.figure(0)).isEqualTo("0");
    assertThat(Text.figure(0.01234)).isEqualTo("0.012");
    assertThat(Text.figure(1.234)).isEqualTo("1.23");
    assertThat(Text.figure(-12.34)).isEqualTo("-12.3");
    assertThat(Text.figure(1_234.5)).isEqualTo("1,235");
    assertThat(Text.millis(1_234_567)).isEqualTo("1.23");
    assertThat(Text.millis(0)).isEqualTo("0");
  }

  @Test
  void plain_ofANumber_hasNoNeedlessDigits() {
    assertThat(Text.plain(0)).isEqualTo("0");
    assertThat(Text.plain(100)).isEqualTo("100");
    assertThat(Text.plain(1_000.50)).isEqualTo("1,000.5");
    assertThat(Text.plain(99.99)).isEqualTo("99.99");
    assertThat(Text.plain(100 * 0.999999)).isEqualTo("99.9999");
    assertThat(Text.plain(0.0005)).isEqualTo("0.0005");
  }
}
