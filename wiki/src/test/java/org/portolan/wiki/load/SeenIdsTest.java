package org.portolan.wiki.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeenIdsTest {

  @ParameterizedTest
  @ValueSource(longs = {100, 5_000, 70_000, 1L << 40, Long.MAX_VALUE})
  void add_ofRandomIds_answersLikeASet(long bound) {
    SeenIds ids = new SeenIds();
    Set<Long> expected = new HashSet<>();
    Random random = new Random(bound);
    for (int i = 0; i < 20_000; i++) {
      long id = Math.floorMod(random.nextLong(), bound);
      assertThat(ids.add(id)).isEqualTo(expected.add(id));
    }
    expected.forEach(id -> assertThat(ids.add(id)).isFalse());
  }
}
