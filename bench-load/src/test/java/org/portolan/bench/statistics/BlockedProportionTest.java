package org.portolan.bench.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BlockedProportionTest {
  private static final long SEED = 20_260_202;
  private static final int RUNS = 2_000;

  /**
   * A server that changes between quick and slow: a Markov chain over blocks, in which the state
   * determines the share of late requests.
   */
  private record Server(double turnsSlow, double turnsQuick, double lateQuick, double lateSlow) {
    double shareWithin() {
      double slow = turnsSlow / (turnsSlow + turnsQuick);
      return 1 - (slow * lateSlow + (1 - slow) * lateQuick);
    }

    long[] run(SplittableRandom random, int blocks, int requests) {
      boolean slow = random.nextDouble() < turnsSlow / (turnsSlow + turnsQuick);
      long[] within = new long[blocks];
      for (int block = 0; block < blocks; block++) {
        for (int request = 0; request < requests; request++) {
          within[block] += random.nextDouble() < (slow ? lateSlow : lateQuick) ? 0 : 1;
        }
        slow = slow ? random.nextDouble() >= turnsQuick : random.nextDouble() < turnsSlow;
      }
      return within;
    }
  }

  @ParameterizedTest(name = "{0}: turns slow {2} and back {3} per block, late {4} and {5}")
  @CsvSource({
    "independent requests,      30, 0.5, 0.5, 0.05, 0.05",
    "blocks that differ,        30, 0.5, 0.5, 0.02, 0.08",
    "a slow block now and then, 60, 0.2, 0.8, 0.02, 0.15",
    "slow for three blocks,     90, 0.3, 0.3, 0.02, 0.10"
  })
  void interval_ofManyRuns_holdsTheTrueShareAsOftenAsItSays(
      String name, int blocks, double turnsSlow, double turnsQuick, double quick, double slow) {
    Server server = new Server(turnsSlow, turnsQuick, quick, slow);
    SplittableRandom random = new SplittableRandom(SEED);
    long[] trials = new long[blocks];
    Arrays.fill(trials, 100);
    int held = 0;
    for (int run = 0; run < RUNS; run++) {
      long[] within = server.run(random, blocks, 100);
      held +=
          BlockedProportion.of(trials, within, within).interval(0.95).contains(server.shareWithin())
              ? 1
              : 0;
    }
    // On independent requests the interval is cautious, like any exact interval.
    assertThat(held / (double) RUNS).as(name + ", seed " + SEED).isBetween(0.92, 0.99);
  }

  @Test
  void interval_thatTakesRequestsForIndependent_wouldNotHold() {
    Server server = new Server(0.3, 0.3, 0.02, 0.10);
    SplittableRandom random = new SplittableRandom(SEED);
    int held = 0;
    for (int run = 0; run < RUNS; run++) {
      long within = Arrays.stream(server.run(random, 90, 100)).sum();
      held +=
          BlockedProportion.clopperPearson((double) within, 9_000, 0.95)
                  .contains(server.shareWithin())
              ? 1
              : 0;
    }
    assertThat(held / (double) RUNS).isLessThan(0.85);
  }

  @Test
  void designEffect_ofBlocksAllOrNothing_isTheSizeOfABlock() {
    // Blocks of 100 equal requests, alternating so that both sizes of batches give the same effect.
    SplittableRandom random = new SplittableRandom(SEED);
    long[] trials = new long[20];
    Arrays.fill(trials, 100);
    double effects = 0;
    for (int run = 0; run < RUNS; run++) {
      long[] hits = new long[20];
      Arrays.setAll(hits, block -> random.nextBoolean() ? 100 : 0);
      effects += BlockedProportion.of(trials, hits, hits).designEffect() / RUNS;
    }
    // The larger of two estimates, each about 100, is above 100 on average.
    assertThat(effects).isBetween(100.0, 140.0);
  }

  @Test
  void designEffect_ofAnotherLimit_isTakenWhereItIsLarger() {
    long[] trials = {100, 100, 100, 100};
    long[] all = {100, 100, 100, 100};
    long[] stricter = {100, 100, 0, 0};
    BlockedProportion alone = BlockedProportion.of(trials, all, all);
    BlockedProportion beside = BlockedProportion.of(trials, all, stricter);
    assertThat(alone.designEffect()).isEqualTo(1);
    // Residuals ±50 of 4 batches: 4 * 2500 * 4/3 / (400 * 0.25)
    assertThat(beside.designEffect()).isCloseTo(400 / 3.0, within(1e-9));
    assertThat(beside.interval(0.95).low()).isLessThan(alone.interval(0.95).low());
    assertThat(beside.share()).isEqualTo(1);
  }

  @Test
  void of_tooLittle_isRefused() {
    assertThatThrownBy(() -> BlockedProportion.of(new long[] {1}, new long[] {1}, new long[1]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least two blocks");
    assertThatThrownBy(() -> BlockedProportion.of(new long[2], new long[2], new long[2]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
