package org.portolan.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.portolan.bench.report.Scale.Kind;

class ScaleTest {
  @Test
  void linear_beginsAtZero_andEndsAtAStep() {
    Scale scale = Scale.of(Kind.LINEAR, 3, 83);
    assertThat(scale.low()).isZero();
    assertThat(scale.high()).isEqualTo(100);
    assertThat(scale.place(50)).isEqualTo(0.5);
    assertThat(scale.ticks()).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0, 100.0);
  }

  /** Nothing was given up: the line lies on the axis. */
  @Test
  void linear_ofNothingButZeros_hasAPlaceForThem() {
    Scale scale = Scale.of(Kind.LINEAR, 0, 0);
    assertThat(scale.place(0)).isZero();
    assertThat(scale.ticks()).contains(0.0, 1.0);
  }

  @Test
  void logarithmic_isCutToThePartWithValues() {
    Scale scale = Scale.of(Kind.LOGARITHMIC, 3, 40);
    assertThat(scale.low()).isEqualTo(2);
    assertThat(scale.high()).isEqualTo(50);
  }
}
