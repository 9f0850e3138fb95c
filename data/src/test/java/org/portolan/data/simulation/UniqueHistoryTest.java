package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/**
 * A unique index is added beside writers, in virtual time. {@code -Dportolan.unique.seeds=1000}
 * tells more histories; {@code -Dportolan.unique.seed=N} begins with another one.
 */
class UniqueHistoryTest {
  private static final int SEEDS = Integer.getInteger("portolan.unique.seeds", 40);
  private static final long FIRST = Long.getLong("portolan.unique.seed", 1);

  @ParameterizedTest
  @EnumSource(names = {"STORE", "ROWS", "COLUMNS"})
  void distinctTexts_thatPassBetweenPages_areNeverRefused(Kind kind) {
    Map<String, Integer> met = tell(kind, true);
    assertThat(met)
        .containsKeys("made", "ends with the index", "write made at WRITING", "evolver killed");
  }

  @ParameterizedTest
  @EnumSource(names = {"STORE", "ROWS", "COLUMNS"})
  void textsThatClash_endWithAUniqueIndexOrWithout(Kind kind) {
    Map<String, Integer> met = tell(kind, false);
    assertThat(met)
        .containsKeys(
            "ends with the index",
            "ends without the index",
            "given up for two rows of one value",
            "write refused at WRITING");
  }

  private static Map<String, Integer> tell(Kind kind, boolean distinct) {
    Map<String, Integer> met = new TreeMap<>();
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      long told = seed;
      try {
        Scenario.playOfAny(
            kind,
            seed,
            story ->
                new UniqueHistory(story, told, distinct)
                    .run()
                    .forEach((what, count) -> met.merge(what, count, Integer::sum)));
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            kind + " with -Dportolan.unique.seed=" + seed + ": " + e.getMessage(), e);
      }
    }
    System.out.println(kind + (distinct ? ", distinct: " : ", clashing: ") + met);
    return met;
  }
}
