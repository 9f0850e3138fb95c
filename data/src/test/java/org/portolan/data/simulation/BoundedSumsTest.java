package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/**
 * Additions with a floor and a ceiling by several processes, one of which dies. {@code
 * -Dportolan.simulation.seeds=10000} runs more contests on each cluster.
 */
class BoundedSumsTest {
  private static final int SEEDS =
      Math.max(20, Integer.getInteger("portolan.simulation.seeds", 20));

  @ParameterizedTest
  @CsvSource({"ROWS, 3, true", "COLUMNS, 3, true", "STORE, 3, true", "EMBEDDED, 1, false"})
  void additions_ofSeveralProcesses_keepTheirBounds(Kind kind, int processes, boolean kill) {
    int refused = 0;
    int conflicts = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      BoundedSums contest;
      try {
        contest = BoundedSums.run(kind, processes, 6 / processes, kill, seed);
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError("seed " + seed, failure);
      }
      refused += contest.refused();
      conflicts += contest.conflicts();
    }
    System.out.println(kind + ": refused=" + refused + " conflicts=" + conflicts);
    assertThat(refused).as("additions refused").isGreaterThan(SEEDS);
    assertThat(conflicts).as("additions that met another").isPositive();
  }
}
