package org.portolan.design.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DistributionExperimentTest {

  /** The paper has 3810, 4199 and 61.89. Python's hashlib, on the ids in decimal, gives ours. */
  @Test
  void run_experimentOfThePaper() {
    var result = DistributionExperiment.ofPaper().run();

    assertThat(result.minimum()).isEqualTo(3_811);
    assertThat(result.maximum()).isEqualTo(4_196);
    assertThat(result.deviation()).isCloseTo(63.555, within(0.001));
    assertThat(result.text())
        .isEqualTo(
            """
            Key layout md5-modulo, prefix range 1,000: 4,000,000 ids from 1

                                          here   Zdravevski 2016
            ids of a prefix, mean      4000.00           4000.00
            minimum                       3811              3810
            maximum                       4196              4199
            standard deviation           63.55             61.89
              of random prefixes         63.21
            """);
  }

  @Test
  void run_modulo_isPerfectlyEven() {
    var result = new DistributionExperiment(new ModuloPrefix(100), 0, 10_000, 0).run();

    assertThat(result.minimum()).isEqualTo(100);
    assertThat(result.maximum()).isEqualTo(100);
    assertThat(result.deviation()).isZero();
    assertThat(result.text()).doesNotContain("Zdravevski");
  }

  @Test
  void run_plain_hasOneBucket() {
    var result = new DistributionExperiment(new PlainKey(), 0, 1_000, 0).run();

    assertThat(result.minimum()).isEqualTo(1_000);
  }

  /** Four standard errors of the deviation, 63.2 / sqrt(2 * 999), on either side. */
  @Test
  void run_randomAndWholeRow_areAsEvenAsChance() {
    for (KeyLayout layout :
        new KeyLayout[] {new RandomPrefix(1_000), new Md5OfRowModuloPrefix(1_000)}) {
      var result = new DistributionExperiment(layout, 0, 400_000, 7).run();

      assertThat(result.deviation())
          .isCloseTo(
              result.deviationOfChance(),
              within(4 * result.deviationOfChance() / Math.sqrt(1_998)));
    }
  }

  @Test
  void run_twice_isTheSame() {
    var experiment = new DistributionExperiment(new RandomPrefix(10), 0, 10_000, 7);

    assertThat(experiment.run()).isEqualTo(experiment.run());
  }

  @Test
  void constructor_withoutIds() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DistributionExperiment(new PlainKey(), 0, 0, 0));
  }
}
