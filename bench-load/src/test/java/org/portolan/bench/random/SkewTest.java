package org.portolan.bench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SkewTest {
  private static final Seeds SEEDS = new Seeds(20261121);

  private static Skew skew(String distribution, long items) {
    return Skew.of(Distributions.parse(distribution), items, SEEDS);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 1000", "0.99, 1000", "1, 30000", "1.5, 1000", "0, 1000"})
  void exponent_ofZipfian_isFound(double exponent, long items) {
    Skew skew = skew("zipfian:" + exponent, items);
    assertThat(skew.exponent()).isCloseTo(exponent, within(0.03));
    assertThat(skew.hottestTenth()).isCloseTo(share(exponent, items, items / 10), within(0.01));
    assertThat(skew.hottestPercent()).isCloseTo(share(exponent, items, items / 100), within(0.01));
  }

  private static double share(double exponent, long items, long hottest) {
    double sum = 0;
    double hot = 0;
    for (long rank = 1; rank <= items; rank++) {
      double weight = Math.pow((double) rank, -exponent);
      sum += weight;
      hot += rank <= hottest ? weight : 0;
    }
    return hot / sum;
  }

  @Test
  void uniform_fewDrawsForEachItem_seemsNoHotterThanItIs() {
    Skew skew = skew("uniform", 10_000_000);
    assertThat(skew.hottestTenth()).isCloseTo(0.1, within(0.01));
    assertThat(skew.hottestPercent()).isCloseTo(0.01, within(0.005));
    assertThat(skew.exponent()).isCloseTo(0, within(0.02));
  }

  @Test
  void text_namesWhatWasFound() {
    assertThat(new Skew(1_000, 0.4567, 0.9, 0.991).text())
        .isEqualTo(
            "the hottest 1 % of 1000 items get 45.7 % of the requests, the hottest 10 % 90.0 %;"
                + " fitted exponent 0.99");
  }
}
