package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/** Writers that all change the same rows, in virtual time and without other faults than kills. */
class ContendingWritersTest {
  private static final int SEEDS = 20;
  private static final int WRITERS = 12;

  /** Without turns, a write has 1.6 retries on average (EMBEDDED) or 2.3 (STORE). */
  @ParameterizedTest
  @EnumSource(names = {"STORE", "EMBEDDED"})
  void write_inTurns_hasLessThanOneRetry_andIsNotGivenUp(Kind kind) {
    Contest.Plan plan = new Contest.Plan(kind, 1, WRITERS);
    long retries = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Contest contest = Contest.run(plan, seed);
      retries += contest.retries();
      assertThat(contest.givenUp()).as("seed %d", seed).isZero();
    }
    assertThat(retries).isLessThan((long) SEEDS * plan.writes());
  }

  @ParameterizedTest
  @EnumSource(names = {"STORE", "EMBEDDED"})
  void write_heldUpInItsTurn_holdsUpNoOtherForLong(Kind kind) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      Contest contest = Contest.run(new Contest.Plan(kind, 1, WRITERS).withHoldUp(), seed);
      assertThat(contest.disturbed()).isTrue();
      assertThat(contest.nanosToLast()).as("seed %d", seed).isLessThan(Contest.LONG_NANOS / 10);
    }
  }

  /**
   * Writers of different processes take no turns. With half of the default attempts, a few writes
   * are given up.
   */
  @ParameterizedTest
  @CsvSource({"STORE, 16, 1", "STORE, 8, 4"})
  void write_amongManyProcesses_isNotGivenUp(Kind kind, int processes, int writers) {
    Contest.Plan plan = new Contest.Plan(kind, processes, writers);
    for (int seed = 1; seed <= SEEDS; seed++) {
      assertThat(Contest.run(plan, seed).givenUp()).as("seed %d", seed).isZero();
    }
  }

  /**
   * A write of several rows may leave intents, which others roll back after two seconds; a write of
   * one row leaves nothing that holds up others.
   */
  @ParameterizedTest
  @EnumSource(names = {"STORE", "ROWS", "COLUMNS"})
  void kill_ofAProcess_holdsUpOthers_notLongerThanItsIntents(Kind kind) {
    Contest.Plan plan = new Contest.Plan(kind, 4, 2).withKill();
    long longestOfOne = 0;
    long longestOfTwo = 0;
    int givenUp = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Contest one = Contest.run(plan, seed);
      Contest two = Contest.run(plan.on("Riga", "Oslo"), seed);
      assertThat(one.disturbed() && two.disturbed()).as("seed %d", seed).isTrue();
      givenUp += one.givenUp() + two.givenUp();
      longestOfOne = Math.max(longestOfOne, one.longestNanos());
      longestOfTwo = Math.max(longestOfTwo, two.longestNanos());
    }
    assertThat(givenUp).isZero();
    assertThat(Duration.ofNanos(longestOfOne)).isLessThan(Duration.ofSeconds(2));
    assertThat(Duration.ofNanos(longestOfTwo)).isLessThan(Duration.ofSeconds(4));
  }
}
