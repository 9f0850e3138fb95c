package org.portolan.data.internal.background;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.portolan.data.StoreRuntime;

/** Each await is bounded so that a task that has ended fails the test, not to measure anything. */
class BackgroundTaskTest {
  private static final StoreRuntime RUNTIME = StoreRuntime.system();
  private static final Duration SHORT = Duration.ofMillis(1);

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
  }

  private static void await(Semaphore steps, int count) throws InterruptedException {
    assertThat(steps.tryAcquire(count, 30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void steps_followEachOtherAtTheIntervalTheyReturn() throws InterruptedException {
    Semaphore steps = new Semaphore(0);
    try (var task =
        new BackgroundTask(
            RUNTIME,
            "test",
            () -> {
              steps.release();
              return SHORT;
            })) {
      await(steps, 10);
      assertThat(task.isRunning()).isTrue();
    }
  }

  @Test
  void wake_runsAStepEachTimeAndOneMoreAfterTheOneUnderWay() throws InterruptedException {
    Semaphore begun = new Semaphore(0);
    Semaphore mayEnd = new Semaphore(0);
    try (var task =
        new BackgroundTask(
            RUNTIME,
            "test",
            BackgroundTask.UNTIL_WOKEN,
            () -> {
              begun.release();
              mayEnd.acquireUninterruptibly();
              return BackgroundTask.UNTIL_WOKEN;
            })) {
      assertThat(begun.availablePermits()).isZero();
      task.wake();
      await(begun, 1);
      task.wake();
      task.wake();
      mayEnd.release();
      await(begun, 1);
      mayEnd.release(2);
      task.wake();
      await(begun, 1);
    }
    assertThat(begun.availablePermits()).as("steps that nobody asked for").isZero();
  }

  @Test
  void failures_ofEveryIsolatedClass_areCountedAndFollowedByFurtherSteps()
      throws InterruptedException {
    AtomicInteger number = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(1);
    try (var task =
        new BackgroundTask(
            RUNTIME,
            "test",
            Duration.ZERO,
            () -> {
              switch (number.incrementAndGet()) {
                case 1 -> throw new IllegalStateException("a bug");
                case 2 -> throw new OutOfMemoryError("of the test");
                case 3 -> throw new StackOverflowError("of the test");
                case 4 -> throw new NullPointerException();
                case 5 -> throw new FullMemory();
                default -> done.countDown();
              }
              return BackgroundTask.UNTIL_WOKEN;
            },
            SHORT)) {
      await(done);
      assertThat(task.failures()).isEqualTo(5);
      assertThat(task.isRunning()).isTrue();
    }
  }

  @Test
  void wake_afterAFailure_doesNotShortenTheWait() throws InterruptedException {
    Semaphore steps = new Semaphore(0);
    try (var task =
        new BackgroundTask(
            RUNTIME,
            "test",
            Duration.ZERO,
            () -> {
              steps.release();
              throw new IllegalStateException("always");
            },
            Duration.ofMinutes(1))) {
      await(steps, 1);
      while (task.failures() == 0) {
        Thread.onSpinWait();
      }
      for (int i = 0; i < 1_000; i++) {
        task.wake();
      }
      assertThat(steps.tryAcquire(50, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  @Test
  void waitAfter_doublesUpToAMinute() {
    assertThat(BackgroundTask.waitAfter(1, Duration.ofMillis(100))).hasMillis(100);
    assertThat(BackgroundTask.waitAfter(2, Duration.ofMillis(100))).hasMillis(200);
    assertThat(BackgroundTask.waitAfter(9, Duration.ofMillis(100))).hasMillis(25_600);
    assertThat(BackgroundTask.waitAfter(11, Duration.ofMillis(100))).hasSeconds(60);
    assertThat(BackgroundTask.waitAfter(Integer.MAX_VALUE, Duration.ofMillis(100))).hasSeconds(60);
  }

  @Test
  void error_endsTheTaskAndReachesTheHandler() throws InterruptedException {
    AtomicReference<Throwable> uncaught = new AtomicReference<>();
    CountDownLatch ended = new CountDownLatch(1);
    Error error = new AssertionError("of the test");
    var task =
        new BackgroundTask(
            RUNTIME,
            "test",
            () -> {
              Thread.currentThread()
                  .setUncaughtExceptionHandler(
                      (thread, thrown) -> {
                        uncaught.set(thrown);
                        ended.countDown();
                      });
              throw error;
            });
    await(ended);
    task.wake();
    task.close();
    assertThat(task.isRunning()).isFalse();
    assertThat(uncaught).hasValue(error);
  }

  @Test
  void interrupt_ofTheThread_endsTheTask() throws InterruptedException {
    AtomicReference<Thread> thread = new AtomicReference<>();
    CountDownLatch begun = new CountDownLatch(1);
    try (var task =
        new BackgroundTask(
            RUNTIME,
            "test",
            () -> {
              thread.set(Thread.currentThread());
              begun.countDown();
              return BackgroundTask.UNTIL_WOKEN;
            })) {
      await(begun);
      thread.get().interrupt();
      thread.get().join(30_000);
      assertThat(task.isRunning()).isFalse();
    }
  }

  @Test
  void interrupt_duringAStepThatThenFails_endsTheTaskWithoutAFailure() throws InterruptedException {
    AtomicReference<Thread> thread = new AtomicReference<>();
    CountDownLatch begun = new CountDownLatch(1);
    try (var task =
        new BackgroundTask(
            RUNTIME,
            "test",
            () -> {
              thread.set(Thread.currentThread());
              thread.get().interrupt();
              begun.countDown();
              throw new IllegalStateException("interrupted");
            })) {
      await(begun);
      thread.get().join(30_000);
      assertThat(task.isRunning()).isFalse();
      assertThat(task.failures()).isZero();
    }
  }

  @Test
  void close_waitsForTheStepUnderWayAndKeepsTheInterrupt() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    AtomicBoolean endedBeforeClose = new AtomicBoolean();
    AtomicBoolean interrupted = new AtomicBoolean();
    var task =
        new BackgroundTask(
            RUNTIME,
            "test",
            () -> {
              begun.countDown();
              while (mayEnd.getCount() > 0) {
                Thread.onSpinWait();
              }
              ended.set(true);
              return Duration.ZERO;
            });
    await(begun);
    Thread closer =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              task.close();
              endedBeforeClose.set(ended.get());
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    closer.start();
    closer.join(50);
    assertThat(closer.isAlive()).isTrue();
    mayEnd.countDown();
    closer.join(30_000);
    assertThat(endedBeforeClose).isTrue();
    assertThat(interrupted).isTrue();
    assertThat(task.isRunning()).isFalse();
    task.close();
  }

  @Test
  void close_byTheStepItself_isItsLast() throws InterruptedException {
    AtomicReference<BackgroundTask> self = new AtomicReference<>();
    AtomicInteger steps = new AtomicInteger();
    CountDownLatch closed = new CountDownLatch(1);
    self.set(
        new BackgroundTask(
            RUNTIME,
            "test",
            BackgroundTask.UNTIL_WOKEN,
            () -> {
              steps.incrementAndGet();
              self.get().close();
              closed.countDown();
              return Duration.ZERO;
            }));
    self.get().wake();
    await(closed);
    self.get().close();
    assertThat(steps).hasValue(1);
  }
}
