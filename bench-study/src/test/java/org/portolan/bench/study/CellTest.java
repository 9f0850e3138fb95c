package org.portolan.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CellTest {
  /**
   * Stores on Ignite have names of at most 32 characters, three of which a benchmark may append;
   * and two cells share no store.
   */
  @ParameterizedTest
  @EnumSource(Size.class)
  void storeNames_ofAllStudies_areShortAndTheirOwn(Size size) {
    for (String name : Studies.names()) {
      Study study = Studies.of(name);
      List<String> names = new ArrayList<>();
      for (Step step : study.steps()) {
        step.cells(study.values(size)).forEach(cell -> names.add(cell.storeName()));
      }
      assertThat(names)
          .as(name)
          .doesNotHaveDuplicates()
          .allSatisfy(one -> assertThat("portolan_" + one).hasSizeLessThanOrEqualTo(29));
    }
  }
}
