package org.portolan.wiki.store;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.wiki.WikiStore;

/**
 * All hand-made data models give the same answers as the simple reference; none needs an ordered
 * scan. For more histories than in every build: {@code -Dportolan.histories=100
 * -Dportolan.histories.first=1000}.
 */
class HandMadeModelsTest {
  private static final int STEPS = 160;

  @TempDir private Path directory;

  static LongStream seeds() {
    long first = Long.getLong("portolan.histories.first", 1);
    return LongStream.range(first, first + Long.getLong("portolan.histories", 2));
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void models_afterRandomHistory_answerAsTheReference(long seed) {
    HistoryComparison.run(WikiStore.ofEachModelWithoutOrder(directory), seed, STEPS);
  }
}
