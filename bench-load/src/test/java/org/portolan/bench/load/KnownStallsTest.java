package org.portolan.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.portolan.bench.load.Drive.Arrivals;

/** A store with known stalls: the reported latencies equal those calculated from the schedule. */
final class KnownStallsTest {
  private static final long MILLI = 1_000_000;
  private static final long MICRO = 1_000;
  private static final int STALLED = 1_000;

  private static LoadResult run(Drive drive, Duration warmUp, LongUnaryOperator serviceNanos) {
    return run(new LoadSpec(drive, warmUp, Duration.ofSeconds(3), 7), serviceNanos);
  }

  private static LoadResult run(LoadSpec spec, LongUnaryOperator serviceNanos) {
    VirtualClock clock = new VirtualClock();
    Workload workload =
        new ScriptedWorkload(List.of("read"), serviceNanos, turn -> Outcome.ok(0), clock);
    return new LoadGenerator(workload, spec, LoadListener.NONE, clock, clock.threads()).run();
  }

  private static LongUnaryOperator oneStall(long stallNanos) {
    return turn -> turn == STALLED ? stallNanos : 100 * MICRO;
  }

  @Test
  void response_afterAStallOf200Ms_isTheTriangleOfTheSchedule() {
    LoadResult result =
        run(new Drive.Open(1_000, Arrivals.UNIFORM, 1), Duration.ZERO, oneStall(200 * MILLI));
    Histogram response = result.operations().get(0).response();
    assertThat(response.getTotalCount()).isEqualTo(3_000);

    // The operation due at 1 s ends at 1.2 s. The j-th operation after it is due j ms later and
    // ends 0.1 j ms later, so it takes 200 - 0.9 j ms; the last one is j = 222, with 0.2 ms. Then
    // the queue is empty.
    assertThat(countAbove(response, 150 * MILLI)).isEqualTo(56);
    assertThat(countAbove(response, 100 * MILLI)).isEqualTo(112);
    assertThat(countAbove(response, 50 * MILLI)).isEqualTo(167);
    assertThat(countAbove(response, 101 * MICRO)).isEqualTo(223);
    assertThat(response.getMaxValue()).isEqualTo(response.highestEquivalentValue(200 * MILLI));

    // The store itself was slow only once. A report of service times as latency omits 222 users.
    assertThat(countAbove(result.operations().get(0).service(), 101 * MICRO)).isEqualTo(1);
    assertThat(countAbove(result.operations().get(0).lag(), 0)).isEqualTo(222);
  }

  /** The worker is in the store all the time, at first with operations due in the warm-up. */
  @Test
  void verdict_ofAnOverloadThatBeganInTheWarmUp_isThatWorkersAreBusy() {
    LoadResult result =
        run(new Drive.Open(200, Arrivals.UNIFORM, 1), Duration.ofSeconds(2), turn -> 10 * MILLI);
    assertThat(result.verdict()).isEqualTo(Verdict.WORKERS_BUSY);
  }

  @Test
  void response_ofAnySchedule_isWhatLindleysRecursionGives() {
    LongUnaryOperator service =
        turn -> turn % 500 == 3 ? 40 * MILLI : 300 * MICRO + (turn * 7919 % 11) * 37 * MICRO;
    for (Arrivals arrivals : Arrivals.values()) {
      LoadResult result = run(new Drive.Open(1_300, arrivals, 1), Duration.ofSeconds(1), service);
      Histogram response = Latencies.histogram();
      Histogram lag = Latencies.histogram();
      Schedule schedule = Schedule.of(result.spec().drive(), 4_000 * MILLI, 7);
      long free = 0;
      long turn = 0;
      for (long due = schedule.next(0); due != Schedule.END; due = schedule.next(0)) {
        long start = Math.max(due, free);
        free = start + service.applyAsLong(turn++);
        if (due >= 1_000 * MILLI) {
          response.recordValue(free - due);
          lag.recordValue(start - due);
        }
      }
      assertThat(result.operations().get(0).response()).as(arrivals.spelling()).isEqualTo(response);
      assertThat(result.operations().get(0).lag()).as(arrivals.spelling()).isEqualTo(lag);
      assertThat(result.response()).isEqualTo(response);
      assertThat(result.unfinished()).isZero();
    }
  }

  @Test
  void response_withAnotherWorkerFree_isOfTheStalledOperationAlone() {
    LoadResult result =
        run(new Drive.Open(1_000, Arrivals.UNIFORM, 2), Duration.ZERO, oneStall(200 * MILLI));
    Histogram response = result.operations().get(0).response();
    assertThat(response.getTotalCount()).isEqualTo(3_000);
    assertThat(countAbove(response, 101 * MICRO)).isEqualTo(1);
    assertThat(result.verdict()).isEqualTo(Verdict.KEPT_UP);
  }

  @Test
  void series_ofAStall_showsItInTheSecondInWhichItEnded() {
    LoadResult result =
        run(new Drive.Open(1_000, Arrivals.UNIFORM, 1), Duration.ZERO, oneStall(200 * MILLI));
    assertThat(result.series()).extracting(SecondSample::second).containsExactly(0, 1, 2);
    assertThat(result.series())
        .extracting(SecondSample::ended)
        .containsExactly(1_000L, 1_000L, 1_000L);
    assertThat(result.series().get(0).responseMax()).isLessThan(101 * MICRO);
    assertThat(result.series().get(1).response99()).isBetween(190 * MILLI, 192 * MILLI);
    assertThat(result.series().get(2).responseMax()).isLessThan(101 * MICRO);
  }

  @Test
  void stall_atTheEnd_isWaitedFor() {
    LoadResult result =
        run(
            new Drive.Open(1_000, Arrivals.UNIFORM, 1),
            Duration.ZERO,
            turn -> turn == 2_900 ? 4_000 * MILLI : 100 * MICRO);
    assertThat(result.response().getTotalCount()).isEqualTo(3_000);
    assertThat(countAbove(result.response(), 3_000 * MILLI)).isEqualTo(100);
    assertThat(result.unfinished()).isZero();
    assertThat(result.seconds()).isBetween(6.90, 6.92);
  }

  @Test
  void drain_thatIsLonger_waitsForAll() {
    LoadSpec spec =
        new LoadSpec(
                new Drive.Open(1_000, Arrivals.UNIFORM, 1), Duration.ZERO, Duration.ofSeconds(3), 7)
            .withDrain(Duration.ofSeconds(100));
    LoadResult result = run(spec, turn -> 20 * MILLI);
    assertThat(result.unfinished()).isZero();
    assertThat(result.operations().get(0).ok()).isEqualTo(3_000);
  }

  @Test
  void overload_leavesNothingOutThatWasDue() {
    LoadResult result =
        run(new Drive.Open(1_000, Arrivals.UNIFORM, 1), Duration.ZERO, turn -> 20 * MILLI);
    // 50 a second are done, for 3 s and 10 s of draining; all others wait, and are reported.
    assertThat(result.operations().get(0).ok()).isBetween(649L, 651L);
    assertThat(result.unfinished()).isEqualTo(3_000 - result.operations().get(0).ok());
    assertThat(result.due()).isEqualTo(3_000);
    assertThat(result.response().getTotalCount()).isEqualTo(3_000);
    assertThat(result.response().getValueAtPercentile(50)).isGreaterThan(10_000 * MILLI);
    assertThat(result.throughput()).isBetween(49.9, 50.1);
    assertThat(result.verdict()).isEqualTo(Verdict.WORKERS_BUSY);
  }

  @Test
  void overload_ofMoreOperationsThanMemoryHolds_countsThemAll() {
    for (Arrivals arrivals : Arrivals.values()) {
      LoadResult result = run(new Drive.Open(1e9, arrivals, 1), Duration.ZERO, turn -> 20 * MILLI);
      assertThat((double) result.due()).as(arrivals.spelling()).isCloseTo(3e9, within(1e6));
      assertThat(result.response().getTotalCount()).isEqualTo(result.due());
      // They came due in the first 3 of 13 s.
      assertThat((double) result.response().getValueAtPercentile(50))
          .isCloseTo(11.5e9, within(0.05e9));
      assertThat((double) result.response().getMinValue()).isCloseTo(20e6, within(0.1e6));
    }
  }

  @Test
  void closedDrive_goesOnWhenTheStoreDoes() {
    LoadResult result =
        run(new Drive.Closed(4, Duration.ofMillis(1)), Duration.ofSeconds(1), turn -> 9 * MILLI);
    assertThat(result.throughput()).isBetween(399.0, 401.0);
    assertThat(result.operations().get(0).lag().getMaxValue()).isZero();
    assertThat(result.verdict()).isEqualTo(Verdict.KEPT_UP);
  }

  private static long countAbove(Histogram histogram, long nanos) {
    long above = histogram.highestEquivalentValue(nanos) + 1;
    return above > histogram.getMaxValue()
        ? 0
        : histogram.getCountBetweenValues(above, histogram.getMaxValue());
  }
}
