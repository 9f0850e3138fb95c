package org.portolan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Distributions beside the values that R and printed tables give. */
final class DistributionsTest {

  /** R: pnorm(z). */
  @ParameterizedTest
  @CsvSource({
    "0, 0.5",
    "1, 0.8413447460685429",
    "1.96, 0.9750021048517795",
    "-3, 0.0013498980316301",
    "-6, 9.865876450376946e-10",
    "-10, 7.619853024160527e-24"
  })
  void normal_below_isWhatRGives(double z, double probability) {
    assertThat(Normal.below(z)).isCloseTo(probability, within(1e-12 * probability));
  }

  /** R: qnorm(p). */
  @ParameterizedTest
  @CsvSource({
    "0.5, 0",
    "0.975, 1.959963984540054",
    "0.995, 2.575829303548901",
    "0.001, -3.090232306167813"
  })
  void normal_quantile_isWhatRGives(double probability, double z) {
    assertThat(Normal.quantile(probability)).isCloseTo(z, within(1e-11));
  }

  /** R: qt(p, degrees), as in the table of Student's distribution in any textbook. */
  @ParameterizedTest
  @CsvSource({
    "0.975, 1, 12.706205",
    "0.975, 2, 4.302653",
    "0.975, 4, 2.776445",
    "0.95, 4, 2.131847",
    "0.995, 10, 3.169273",
    "0.975, 30, 2.042272",
    "0.025, 30, -2.042272",
    "0.975, 100, 1.983972"
  })
  void student_quantile_isWhatTablesGive(double probability, double degrees, double t) {
    assertThat(Student.quantile(probability, degrees)).isCloseTo(t, within(1e-6));
    assertThat(Student.below(t, degrees)).isCloseTo(probability, within(1e-7));
  }

  @Test
  void student_withVeryManyDegrees_isNormal() {
    assertThat(Student.quantile(0.975, 1e9)).isCloseTo(1.959963984540054, within(1e-9));
    assertThat(Student.quantile(0.975, 999_999)).isCloseTo(1.959963984540054, within(1e-5));
  }

  @Test
  void student_withoutDegrees_isRefused() {
    assertThatThrownBy(() -> Student.quantile(0.9, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("degrees of freedom above 0");
  }

  /**
   * For whole parameters the beta distribution is a binomial tail: of 5 throws of a coin, 3 or more
   * heads have probability 16/32; and in closed form I_x(1, b) = 1 - (1 - x)^b.
   */
  @Test
  void beta_ofWholeParameters_isABinomialTail() {
    assertThat(Beta.below(0.5, 3, 3)).isCloseTo(0.5, within(1e-14));
    assertThat(Beta.below(0.2, 1, 7)).isCloseTo(1 - Math.pow(0.8, 7), within(1e-14));
    assertThat(Beta.below(0.3, 2, 4)).isCloseTo(0.47178, within(1e-12));
  }

  @Test
  void beta_quantile_isTheInverse() {
    for (double probability : new double[] {1e-6, 0.01, 0.3, 0.5, 0.99}) {
      double x = Beta.quantile(probability, 950.5, 50.25);
      assertThat(Beta.below(x, 950.5, 50.25)).isCloseTo(probability, within(1e-10));
    }
  }
}
