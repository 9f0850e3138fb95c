package org.portolan.bench.growth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.bench.growth.Curves.Verdict;

class CurvesTest {
  private static Figures bytes(long read) {
    return new Figures(1, 1, 0, read, 0, 1_000_000);
  }

  @Test
  void table_ofCurves_givesAVerdictInTheLineOfTheLargestSize() {
    Curves curves = new Curves("pages");
    curves.add("view", 10_000, bytes(110), Optional.empty());
    curves.add("view", 1_000, bytes(100), Optional.empty());
    curves.add("list", 1_000, bytes(1_000), Optional.of("object single"));
    curves.add("list", 10_000, bytes(100_000), Optional.of("object single"));
    curves.add("search", 1_000, bytes(1_000), Optional.empty());
    curves.add("search", 10_000, bytes(100_000), Optional.empty());

    assertThat(curves.table().text())
        .isEqualTo(
            """
            operation   pages  round trips  keys read  written  bytes read  written    ms                    curve
            view        1,000            1          1        0         100        0  1.00
                       10,000            1          1        0         110        0  1.00                     flat
            list        1,000            1          1        0       1,000        0  1.00
                       10,000            1          1        0     100,000        0  1.00  may grow: object single
            search      1,000            1          1        0       1,000        0  1.00
                       10,000            1          1        0     100,000        0  1.00                    GROWS
            """);
    assertThat(curves.wrong()).containsExactly("search");
    for (Verdict verdict : Verdict.values()) {
      assertThat(curves.count(verdict)).isEqualTo(1);
    }
  }
}
