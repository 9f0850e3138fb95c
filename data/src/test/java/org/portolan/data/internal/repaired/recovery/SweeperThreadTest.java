package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.internal.repaired.Parts;

/** The sweeps that a sweeper makes by itself, and its end. */
class SweeperThreadTest extends SweeperStory {
  static Stream<Throwable> thread_sweepsAgainAndAgain_thoughOneFails() {
    return Parts.passingFailures();
  }

  @ParameterizedTest
  @MethodSource
  void thread_sweepsAgainAndAgain_thoughOneFails(Throwable failure) throws InterruptedException {
    parts.put(A, parts.state(NOW, 1, follows));
    othersWrite(A);
    AtomicInteger failures = new AtomicInteger();
    parts.engine.beforeScan =
        scan -> {
          if (failures.incrementAndGet() == 1) {
            Parts.fail(failure);
          }
        };

    Sweeper sweeper = sweeper(Duration.ofMillis(10), Duration.ZERO);

    for (int wait = 0; wait < 3_000 && parts.text(F).isEmpty(); wait++) {
      Thread.sleep(10);
    }
    assertThat(parts.text(F)).contains("follows");
    sweeper.close();
  }

  @Test
  void close_longBeforeTheNextSweep_endsAtOnce() throws InterruptedException {
    Sweeper sweeper = sweeper(Duration.ofHours(1), Duration.ZERO);
    AtomicInteger scans = new AtomicInteger();
    parts.engine.beforeScan = scan -> scans.incrementAndGet();
    Thread closing = new Thread(sweeper::close);
    closing.setDaemon(true);
    closing.start();

    closing.join(30_000);

    assertThat(closing.isAlive()).isFalse();
    assertThat(scans).as("nothing is swept at the end").hasValue(0);
  }

  /** Many processes sweep one store in turn. */
  @Test
  void thread_waitsForHalfTheIntervalToOneAndAHalf() {
    parts.runtime.waitForSignalsAlone();
    Duration interval = Duration.ofHours(1);
    for (int process = 0; process < 20; process++) {
      Sweeper sweeper = sweeper(interval, Duration.ZERO);
      while (parts.runtime.waits().size() <= process) {
        Thread.onSpinWait();
      }
      sweeper.close();
    }

    assertThat(parts.runtime.waits())
        .allSatisfy(
            wait ->
                assertThat(wait)
                    .isBetween(interval.dividedBy(2), interval.multipliedBy(3).dividedBy(2)));
  }

  @Test
  void close_sweepUnderWay_waitsForIt() throws InterruptedException {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    parts.engine.beforeScan =
        scan -> {
          parts.engine.beforeScan = any -> {};
          reached.countDown();
          try {
            assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    Sweeper sweeper = sweeper(MILLI, Duration.ZERO);
    assertThat(reached.await(30, TimeUnit.SECONDS)).isTrue();
    Thread closing = new Thread(sweeper::close);
    closing.setDaemon(true);
    closing.start();
    while (closing.getState() == Thread.State.RUNNABLE || closing.getState() == Thread.State.NEW) {
      Thread.onSpinWait();
    }
    assertThat(closing.isAlive()).isTrue();
    goOn.countDown();

    closing.join(30_000);

    assertThat(closing.isAlive()).isFalse();
  }
}
