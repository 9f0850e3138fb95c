package org.portolan.bench.growth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.bench.growth.Figures.Sample;
import org.portolan.data.Trace;

class FiguresTest {
  private static final Figures SMALL = new Figures(2, 10, 4, 20_000, 1_000, 5);

  @Test
  void of_someSamples_takesTheMedianOfEachCount() {
    Figures figures =
        Figures.of(
            List.of(
                new Sample(new Trace.Counts(9, 1, 2, 30, 4, 0), 50),
                new Sample(new Trace.Counts(1, 3, 2, 20, 6, 0), 10),
                new Sample(new Trace.Counts(5, 2, 8, 10, 5, 0), 90)));

    assertThat(figures).isEqualTo(new Figures(2, 5, 2, 20, 5, 50));
  }

  @Test
  void isFlatUpTo_aTripAndTwiceTheCountsAndMuchTime_isFlat() {
    assertThat(SMALL.isFlatUpTo(new Figures(3, 28, 16, 48_192, 10_192, 5_000_000))).isTrue();
    assertThat(SMALL.isFlatUpTo(new Figures(1, 1, 1, 1, 1, 1))).isTrue();
  }

  @Test
  void isFlatUpTo_oneCountBeyondItsBound_isNot() {
    assertThat(SMALL.isFlatUpTo(new Figures(4, 10, 4, 20_000, 1_000, 5))).isFalse();
    assertThat(SMALL.isFlatUpTo(new Figures(2, 29, 4, 20_000, 1_000, 5))).isFalse();
    assertThat(SMALL.isFlatUpTo(new Figures(2, 10, 17, 20_000, 1_000, 5))).isFalse();
    assertThat(SMALL.isFlatUpTo(new Figures(2, 10, 4, 48_193, 1_000, 5))).isFalse();
    assertThat(SMALL.isFlatUpTo(new Figures(2, 10, 4, 20_000, 10_193, 5))).isFalse();
  }
}
