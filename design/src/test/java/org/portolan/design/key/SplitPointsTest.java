package org.portolan.design.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.portolan.types.Tuple;

class SplitPointsTest {

  @Test
  void of_fourRegions() {
    assertThat(SplitPoints.of(new Md5ModuloPrefix(1_000, 1), 4))
        .containsExactly(Tuple.of("250"), Tuple.of("500"), Tuple.of("750"));
  }

  @Test
  void of_oneRegion_hasNone() {
    assertThat(SplitPoints.of(new PlainKey(), 1)).isEmpty();
  }

  @Test
  void of_plainKey() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitPoints.of(new PlainKey(), 2))
        .withMessageContaining("use a key layout with a prefix");
  }

  @Test
  void of_moreRegionsThanPrefixes() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SplitPoints.of(new RandomPrefix(10), 11))
        .withMessageContaining("use fewer regions");
  }

  @Property
  void of_regionsDifferByAtMostOnePrefix(
      @ForAll("prefixed") KeyLayout layout, @ForAll @IntRange(min = 1, max = 500) int regions) {
    Assume.that(regions <= layout.prefixRange());
    List<Integer> starts = new ArrayList<>(List.of(0));
    SplitPoints.of(layout, regions).forEach(point -> starts.add(Integer.valueOf(point.text(0))));
    starts.add(layout.prefixRange());

    assertThat(starts).hasSize(regions + 1);
    for (int region = 0; region < regions; region++) {
      assertThat(starts.get(region + 1) - starts.get(region))
          .isBetween(
              layout.prefixRange() / regions,
              layout.prefixRange() / regions + (layout.prefixRange() % regions == 0 ? 0 : 1));
    }
  }

  @Provide
  Arbitrary<KeyLayout> prefixed() {
    return Keys.prefixed();
  }
}
