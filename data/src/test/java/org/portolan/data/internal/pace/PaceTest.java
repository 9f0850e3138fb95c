package org.portolan.data.internal.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.portolan.data.EvolvePace;
import org.portolan.data.InterruptedWaitException;
import org.portolan.data.StillRuntime;

/** In virtual time: a job that takes a millisecond for ten rows, beside operations. */
class PaceTest {
  private static final Duration WORK = Duration.ofMillis(1);
  private static final int ROWS = 10;

  private final StillRuntime runtime = new StillRuntime(0);
  private final OperationTimes times = new OperationTimes();
  private final Random random = new Random(7);

  /** How long an operation takes while the job works, and while it does not. */
  private record Load(long perSecond, Duration beside, Duration alone) {}

  /** The time that the job has worked. */
  private long worked;

  /** The time for which operations were told. */
  private long told;

  /** Does the work of a job for some time; returns the share of it in which it worked. */
  private double run(Pace pace, Duration time, Load load) {
    long begun = runtime.monotonicNanos();
    long workedBefore = worked;
    runtime.beforeSleepOf(pause -> tell(load, pause, load.alone()));
    while (runtime.monotonicNanos() - begun < time.toNanos()) {
      runtime.pass(WORK);
      worked += WORK.toNanos();
      tell(load, WORK, load.beside());
      pace.handled(ROWS);
    }
    return (double) (worked - workedBefore) / (runtime.monotonicNanos() - begun);
  }

  /** Operations end in a time, half as long again or half as long as they take on average. */
  private void tell(Load load, Duration time, Duration each) {
    if (load.perSecond() == 0) {
      return;
    }
    told += time.toNanos();
    long every = 1_000_000_000L / load.perSecond();
    for (; told >= every; told -= every) {
      times.read((long) (each.toNanos() * (0.5 + random.nextDouble())));
    }
  }

  private Pace yielding(boolean local) {
    times.listen();
    return Pace.of(EvolvePace.YIELDING, runtime, times, local);
  }

  private static Load load(long perSecond, int besideMillis, int aloneMillis) {
    return new Load(perSecond, Duration.ofMillis(besideMillis), Duration.ofMillis(aloneMillis));
  }

  @Test
  void yielding_toOperationsThatItMakesSlow_worksInTheLeastShare() {
    Pace pace = yielding(true);
    run(pace, Duration.ofSeconds(20), load(1_000, 5, 1));
    double share = run(pace, Duration.ofSeconds(200), load(1_000, 5, 1));
    // Some rests are no work either.
    assertThat(share).isBetween(0.8 * WorkShare.LEAST, 1.3 * WorkShare.LEAST);
  }

  @Test
  void yielding_toOperationsThatDoNotSuffer_worksInHalfOfItsTime() {
    Pace pace = yielding(true);
    run(pace, Duration.ofSeconds(20), load(1_000, 1, 1));
    double share = run(pace, Duration.ofSeconds(200), load(1_000, 1, 1));
    assertThat(share).isBetween(0.85 * WorkShare.MOST, WorkShare.MOST);
  }

  @Test
  void yielding_toNobodyOnAnEngineOfThisProcess_doesNotPause() {
    Pace pace = yielding(true);
    run(pace, Duration.ofSeconds(2), load(0, 1, 1));
    assertThat(run(pace, Duration.ofSeconds(100), load(0, 1, 1))).isEqualTo(1.0);
  }

  @Test
  void yielding_onServers_worksInHalfOfItsTimeAlthoughNobodyIsHeard() {
    Pace pace = yielding(false);
    run(pace, Duration.ofSeconds(2), load(0, 1, 1));
    assertThat(run(pace, Duration.ofSeconds(100), load(0, 1, 1)))
        .isCloseTo(WorkShare.MOST, within(0.01));
  }

  @Test
  void yielding_toAMachineThatBecomesSlow_takesThatForUsual() {
    Pace pace = yielding(true);
    run(pace, Duration.ofSeconds(30), load(1_000, 1, 1));
    // Everything takes six times as long, whether the job works or not: at first it gives way.
    assertThat(run(pace, Duration.ofSeconds(20), load(1_000, 6, 6))).isLessThan(0.25);
    run(pace, Duration.ofMinutes(5), load(1_000, 6, 6));
    assertThat(run(pace, Duration.ofSeconds(100), load(1_000, 6, 6)))
        .isGreaterThan(0.85 * WorkShare.MOST);
  }

  @Test
  void yielding_toWritesAmongManyFastReads_hearsThem() {
    Pace pace = yielding(true);
    WorkShare share = new WorkShare(1);
    OperationTimes heard = new OperationTimes();
    for (int number = 0; number < 1_000; number++) {
      heard.read(1_000);
    }
    for (int number = 0; number < 30; number++) {
      heard.written(1_000_000);
    }
    share.rested(heard.take());
    for (int number = 0; number < 100_000; number++) {
      heard.read(1_000);
    }
    for (int number = 0; number < 30; number++) {
      heard.written(2_000_000);
    }
    share.worked(heard.take());
    assertThat(share.share()).isEqualTo(WorkShare.FIRST / 2);
    assertThat(pace).isNotSameAs(Pace.FULL);
  }

  @Test
  void steady_isNotExceededAlsoAfterAPause() {
    Pace pace = Pace.of(EvolvePace.ofRows(100), runtime, times, true);
    long begun = runtime.monotonicNanos();
    for (int number = 0; number < 50; number++) {
      pace.handled(ROWS);
    }
    assertThat(runtime.monotonicNanos() - begun).isEqualTo(Duration.ofSeconds(5).toNanos());
    runtime.pass(Duration.ofMinutes(10));
    long after = runtime.monotonicNanos();
    for (int number = 0; number < 50; number++) {
      pace.handled(ROWS);
    }
    assertThat(runtime.monotonicNanos() - after).isEqualTo(Duration.ofSeconds(4).toNanos());
  }

  @Test
  void pause_ofAnInterruptedThread_ends() {
    Pace pace = yielding(true);
    runtime.pass(Duration.ofSeconds(1));
    runtime.interruptNextSleep();
    try {
      assertThatThrownBy(() -> pace.handled(0))
          .isInstanceOf(InterruptedWaitException.class)
          .hasMessageContaining("another run goes on");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void bucket_ofEveryTime_isNotBelowThatOfALesserOne() {
    int before = -1;
    for (long nanos = 0; nanos < 100_000; nanos++) {
      int bucket = Times.bucket(nanos);
      assertThat(bucket).isBetween(before, before + 1);
      before = bucket;
    }
    assertThat(Times.bucket(Long.MAX_VALUE)).isEqualTo(Times.BUCKETS - 1);
    assertThat(Times.bucket(-1)).isZero();
  }
}
