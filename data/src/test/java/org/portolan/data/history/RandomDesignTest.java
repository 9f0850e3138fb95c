package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.EntityDesign;

/** Random designs are sound, and few of them have every feature together. */
class RandomDesignTest {
  /** As many as {@link HistoryTest} runs. */
  private static final List<Design> DESIGNS =
      IntStream.range(0, 27).mapToObj(ReferringDesign::of).toList();

  @Test
  void designs_areSound() {
    for (int seed = 0; seed < 300; seed++) {
      assertThat(DesignReader.problems(RandomDesign.of(seed))).as("seed %d", seed).isEmpty();
      assertThat(DesignReader.problems(ReferringDesign.of(seed))).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void fewDesigns_haveUniqueValuesAndReferencesUnderACollation() {
    assertThat(DESIGNS.stream().filter(each -> RandomDesign.collatedUnique(each).isPresent()))
        .as("collated unique values")
        .hasSizeGreaterThan(2);
    assertThat(
            DESIGNS.stream()
                .filter(
                    each -> {
                      EntityDesign document = each.entity(RandomDesign.DOCUMENT).orElseThrow();
                      return !document.references().isEmpty()
                          && each.collations(document).containsKey("label");
                    }))
        .as("columns that take the collation of a key")
        .hasSizeGreaterThan(1);
  }
}
