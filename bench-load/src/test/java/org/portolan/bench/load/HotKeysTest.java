package org.portolan.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class HotKeysTest {

  @Test
  void hottest_ofFewKeys_areExact() {
    HotKeys keys = new HotKeys();
    for (String key : List.of("a", "b", "a", "c", "a", "b")) {
      keys.add(key);
    }
    assertThat(keys.hottest(2)).containsExactly(new HotKey("a", 3, 0), new HotKey("b", 2, 0));
  }

  @Test
  void hottest_amongMoreKeysThanAreKept_areThereWithinTheirError() {
    HotKeys keys = new HotKeys();
    SplittableRandom random = new SplittableRandom(1);
    int hot = 0;
    for (int turn = 0; turn < 20_000; turn++) {
      if (random.nextInt(50) == 0) {
        keys.add("hot");
        hot++;
      } else {
        keys.add("cold " + random.nextInt(1_000_000));
      }
    }
    HotKey found = keys.hottest(1).get(0);
    assertThat(found.key()).isEqualTo("hot");
    assertThat(found.conflicts()).isGreaterThanOrEqualTo(hot);
    assertThat(found.conflicts() - found.error()).isLessThanOrEqualTo(hot);
  }
}
