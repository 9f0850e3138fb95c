package org.portolan.engine.ignite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class SharedAnswerTest {
  private static final long PATIENT_MS = 3_600_000;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong asked = new AtomicLong();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CompletableFuture<Void> firstMayEnd = new CompletableFuture<>();

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  @Test
  void get_withoutOthers_asksEachTime() {
    SharedAnswer<Long> answer = new SharedAnswer<>(asked::incrementAndGet, PATIENT_MS);
    assertThat(answer.get()).isEqualTo(1);
    assertThat(answer.get()).isEqualTo(2);
  }

  /** Callers that come while a question is under way share the next: that one began before them. */
  @Test
  void get_whileAQuestionIsUnderWay_sharesTheNext() throws Exception {
    SharedAnswer<Long> answer = new SharedAnswer<>(this::answerOnceTheFirstMayEnd, PATIENT_MS);
    Future<Long> first = threads.submit(answer::get);
    begun.await();
    List<Thread> callers = new ArrayList<>();
    List<CompletableFuture<Long>> later = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      CompletableFuture<Long> found = new CompletableFuture<>();
      Thread caller = new Thread(() -> found.complete(answer.get()));
      caller.start();
      callers.add(caller);
      later.add(found);
    }
    for (Thread caller : callers) {
      while (caller.getState() != Thread.State.WAITING
          && caller.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
    }
    firstMayEnd.complete(null);
    assertThat(first.get()).isEqualTo(1);
    for (CompletableFuture<Long> found : later) {
      assertThat(found.get()).isEqualTo(2);
    }
  }

  @Test
  void get_whileAQuestionIsNotAnswered_asksAnother() throws Exception {
    SharedAnswer<Long> answer = new SharedAnswer<>(this::answerOnceTheFirstMayEnd, 1);
    Future<Long> first = threads.submit(answer::get);
    begun.await();
    assertThat(answer.get()).isEqualTo(2);
    firstMayEnd.complete(null);
    assertThat(first.get()).isEqualTo(1);
  }

  private long answerOnceTheFirstMayEnd() {
    long number = asked.incrementAndGet();
    if (number == 1) {
      begun.countDown();
      firstMayEnd.join();
    }
    return number;
  }

  @Test
  void get_failed_doesNotFailLaterOnes() {
    SharedAnswer<Long> answer =
        new SharedAnswer<>(
            () -> {
              if (asked.incrementAndGet() == 1) {
                throw new IllegalStateException("no answer");
              }
              return asked.get();
            },
            PATIENT_MS);
    assertThatThrownBy(answer::get).isInstanceOf(IllegalStateException.class);
    assertThat(answer.get()).isEqualTo(2);
  }

  /** Every answer is of a question that began after the call. */
  @Test
  void get_ofMany_isNeverOlderThanTheCall() throws Exception {
    SharedAnswer<Long> answer = new SharedAnswer<>(asked::incrementAndGet, PATIENT_MS);
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < 8; thread++) {
      running.add(
          threads.submit(
              () -> {
                for (int round = 0; round < 5_000; round++) {
                  long before = asked.get();
                  assertThat(answer.get()).isGreaterThan(before);
                }
              }));
    }
    for (Future<?> each : running) {
      each.get();
    }
  }
}
