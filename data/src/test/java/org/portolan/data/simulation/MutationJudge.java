package org.portolan.data.simulation;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.simulation.Simulation.Outcome;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/**
 * A few histories of {@link SimulationTest}, each as a separate test, only for the mutation tests:
 * one failure is enough, and nobody would read a shortened history.
 */
class MutationJudge {
  private static final int SEEDS = Integer.getInteger("portolan.mutation.seeds", 5);

  static Stream<Arguments> histories() {
    return IntStream.rangeClosed(1, SEEDS)
        .boxed()
        .flatMap(seed -> Arrays.stream(Kind.values()).map(kind -> Arguments.of(kind, seed)));
  }

  @ParameterizedTest
  @MethodSource("histories")
  void randomHistory_ofAMutant_isAsItsWritersWereTold(Kind kind, int seed) {
    Outcome outcome = Simulation.run(Choices.of(seed), kind);
    if (outcome.failed()) {
      throw new AssertionError(kind + " seed " + seed, outcome.failure());
    }
  }
}
