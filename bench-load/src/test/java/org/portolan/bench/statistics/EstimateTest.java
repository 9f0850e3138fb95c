package org.portolan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EstimateTest {
  private static final long SEED = 20_260_203;
  private static final int RUNS = 2_000;

  /** Hours of sleep gained by ten patients from two drugs: Student 1908; R: data(sleep). */
  private static final double[] DRUG_1 = {0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0};

  private static final double[] DRUG_2 = {1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4};

  /** R: t.test(extra ~ group, data = sleep): t = -1.8608, df = 17.776, p-value = 0.07939. */
  @Test
  void minus_ofTwoGroups_isWelchsTest() {
    Estimate difference = Estimate.ofRepeats(DRUG_1).minus(Estimate.ofRepeats(DRUG_2));
    assertThat(difference.mean() / difference.error()).isCloseTo(-1.8608, within(0.00005));
    assertThat(difference.degrees()).isCloseTo(17.776, within(0.0005));
    assertThat(difference.interval(1 - 0.07939).high()).isCloseTo(0, within(5e-5));
    Interval interval = difference.interval(0.95);
    assertThat(interval.low()).isCloseTo(-3.3654832, within(1e-6));
    assertThat(interval.high()).isCloseTo(0.2054832, within(1e-6));
  }

  /** R: t.test(extra, paired = TRUE): t = -4.0621, df = 9, p-value = 0.002833. */
  @Test
  void ofRepeats_ofDifferences_isThePairedTest() {
    double[] differences = new double[DRUG_1.length];
    Arrays.setAll(differences, index -> DRUG_1[index] - DRUG_2[index]);
    Estimate estimate = Estimate.ofRepeats(differences);
    assertThat(estimate.interval(1 - 0.002833).high()).isCloseTo(0, within(5e-5));
    assertThat(estimate.interval(0.95).low()).isCloseTo(-2.4598858, within(1e-6));
    assertThat(estimate.interval(0.95).high()).isCloseTo(-0.7001142, within(1e-6));
  }

  @Test
  void ofRepeats_ofOne_knowsNoError() {
    Estimate estimate = Estimate.ofRepeats(3);
    assertThat(estimate.interval(0.95).low()).isEqualTo(Double.NEGATIVE_INFINITY);
    assertThat(estimate.minus(Estimate.ofRepeats(1, 2, 3)).interval(0.95).high())
        .isEqualTo(Double.POSITIVE_INFINITY);
    assertThatThrownBy(Estimate::ofRepeats).isInstanceOf(IllegalArgumentException.class);
  }

  /** For the mean, n values of an autoregressive series are worth n (1 - c) / (1 + c). */
  @ParameterizedTest
  @CsvSource({"0", "0.3", "0.6", "0.9"})
  void effectiveSize_ofAnAutoregressiveSeries_isWhatTheorySays(double correlation) {
    Random random = new Random(SEED);
    double size = Autocorrelation.effectiveSize(series(random, 100_000, correlation));
    double theory = 100_000 * (1 - correlation) / (1 + correlation);
    assertThat(size / theory).as("seed " + SEED).isBetween(0.9, 1.1);
  }

  @Test
  void effectiveSize_ofOddSeries_isWithinItsLength() {
    assertThat(Autocorrelation.effectiveSize(new double[] {5, 5, 5, 5})).isEqualTo(4);
    assertThat(Autocorrelation.effectiveSize(new double[] {1, -1, 1, -1, 1, -1})).isEqualTo(6);
    assertThat(Autocorrelation.effectiveSize(new double[] {1})).isEqualTo(1);
    assertThat(Autocorrelation.effectiveSize(new double[] {0, 0, 0, 0, 9, 9, 9, 9}))
        .isBetween(1.0, 4.0);
  }

  @ParameterizedTest
  @CsvSource({"0, 100", "0.5, 200", "0.7, 400"})
  void ofSeries_ofManySeries_holdsTheMeanAsOftenAsItSays(double correlation, int length) {
    Random random = new Random(SEED);
    int held = 0;
    for (int run = 0; run < RUNS; run++) {
      Estimate estimate = Estimate.ofSeries(series(random, length, correlation));
      held += estimate.interval(0.95).contains(0) ? 1 : 0;
    }
    assertThat(held / (double) RUNS).as("seed " + SEED).isBetween(0.92, 0.98);
  }

  private static double[] series(Random random, int length, double correlation) {
    double[] series = new double[length];
    double value = random.nextGaussian() / Math.sqrt(1 - correlation * correlation);
    for (int index = 0; index < length; index++) {
      series[index] = value;
      value = correlation * value + random.nextGaussian();
    }
    return series;
  }
}
