package org.portolan.wiki.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.wiki.Answers;
import org.portolan.wiki.ReferenceWiki;
import org.portolan.wiki.WikiStore;

/**
 * All data models answer alike, and as the plain reference does; none of them needs an ordered
 * scan. More histories than those of every build: {@code -Dportolan.histories=100
 * -Dportolan.histories.first=1000}.
 */
class FourModelsTest {
  private static final int STEPS = 160;
  private static final int STEPS_BETWEEN_COMPARISONS = 16;

  @TempDir private Path directory;

  static LongStream seeds() {
    long first = Long.getLong("portolan.histories.first", 1);
    return LongStream.range(first, first + Long.getLong("portolan.histories", 3));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void models_afterRandomHistory_answerAsTheReference(long seed) {
    List<WikiStore> stores = WikiStore.ofEachModelWithoutOrder(directory);
    try {
      ReferenceWiki reference = new ReferenceWiki();
      RandomHistory history = new RandomHistory(seed);
      Random random = new Random(~seed);
      for (int step = 1; step <= STEPS; step++) {
        RandomHistory.Act act = history.next(reference);
        Object expected = act.on(reference);
        for (WikiStore store : stores) {
          assertThat(act.on(store.wiki()))
              .as("seed %d step %d %s", seed, step, store)
              .isEqualTo(expected);
          disturb(store, random);
        }
        if (step % STEPS_BETWEEN_COMPARISONS == 0) {
          compare(stores, reference, seed, step, random);
        }
      }
      stores.forEach(WikiStore::assertClean);
    } finally {
      stores.forEach(WikiStore::close);
    }
  }

  private static void disturb(WikiStore store, Random random) {
    if (random.nextInt(20) == 0) {
      store.store().mergeDeltas();
    }
    if (random.nextInt(60) == 0) {
      store.reopen();
    }
  }

  private static void compare(
      List<WikiStore> stores, ReferenceWiki reference, long seed, int step, Random random) {
    List<String> titles = Answers.titles(reference, 100);
    for (WikiStore store : stores) {
      String when = "seed " + seed + " step " + step + " " + store;
      int limit = 1 + random.nextInt(6);
      Answers.assertSame(store.wiki(), reference, RandomHistory.TITLES, limit, when);
      var drawn = store.wiki().randomTitle(random);
      assertThat(drawn.isPresent()).as(when).isEqualTo(!titles.isEmpty());
      drawn.ifPresent(title -> assertThat(titles).as(when).contains(title));
    }
  }
}
