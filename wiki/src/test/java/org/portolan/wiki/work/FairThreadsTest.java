package org.portolan.wiki.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.portolan.wiki.work.FairThreads.Bounds;

@Timeout(60)
class FairThreadsTest {
  private final CountDownLatch released = new CountDownLatch(1);
  private FairThreads threads;

  @AfterEach
  void close() {
    released.countDown();
    threads.close();
  }

  private void open(int count, int ofClient, int waitingOfClient, int waiting) {
    threads = new FairThreads(new Bounds(count, ofClient, waitingOfClient, waiting), Thread::new);
  }

  private void hold() {
    try {
      released.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void execute_besideAClientThatOccupiesItsThreads_begins() throws InterruptedException {
    open(3, 2, 10, 20);
    for (int work = 0; work < 8; work++) {
      threads.execute("hostile", this::hold);
    }
    CountDownLatch done = new CountDownLatch(1);
    threads.execute("other", done::countDown);

    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
  }

  /** Several hostile clients, each with much work, are not more than one. */
  @Test
  void execute_besideSeveralClientsThatOccupyTheirThreads_begins() throws InterruptedException {
    open(5, 2, 10, 50);
    for (String hostile : List.of("first", "second", "third")) {
      for (int work = 0; work < 8; work++) {
        threads.execute(hostile, this::hold);
      }
    }
    CountDownLatch done = new CountDownLatch(1);
    threads.execute("other", done::countDown);

    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void execute_ofAClientThatHasUsedMuch_leavesTheKeptThreadsToOthers() throws InterruptedException {
    AtomicLong now = new AtomicLong();
    threads = new FairThreads(new Bounds(2, 1, 10, 20), Thread::new, now::get);
    CountDownLatch used = new CountDownLatch(1);
    threads.execute(
        "hostile",
        () -> {
          now.addAndGet(TimeUnit.SECONDS.toNanos(8));
          used.countDown();
        });
    assertThat(used.await(30, TimeUnit.SECONDS)).isTrue();
    threads.execute("occupant", this::hold);
    CountDownLatch hostile = new CountDownLatch(1);
    threads.execute("hostile", hostile::countDown);
    CountDownLatch other = new CountDownLatch(1);
    threads.execute("other", other::countDown);
    assertThat(other.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(hostile.getCount()).isEqualTo(1);
    // After a while it is forgotten.
    now.addAndGet(TimeUnit.SECONDS.toNanos(20));
    threads.execute("other", () -> {});

    assertThat(hostile.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void execute_ofAClientThatHasUsedLess_hasTheNextTurn() throws InterruptedException {
    AtomicLong now = new AtomicLong();
    threads = new FairThreads(new Bounds(2, 1, 10, 20), Thread::new, now::get);
    CountDownLatch used = new CountDownLatch(2);
    Runnable work =
        () -> {
          now.addAndGet(TimeUnit.SECONDS.toNanos(8));
          used.countDown();
        };
    threads.execute("hostile", work);
    threads.execute("hostile", work);
    assertThat(used.await(30, TimeUnit.SECONDS)).isTrue();
    threads.execute("occupant", this::hold);
    threads.execute("light", this::hold);
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch done = new CountDownLatch(2);
    for (String client : List.of("hostile", "other")) {
      threads.execute(
          client,
          () -> {
            order.add(client);
            done.countDown();
          });
    }
    released.countDown();

    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(order).containsExactly("other", "hostile");
  }

  @Test
  void execute_ofSeveralClients_takesTurns() throws InterruptedException {
    open(2, 1, 10, 30);
    CountDownLatch first = new CountDownLatch(1);
    threads.execute("occupant", this::hold);
    threads.execute(
        "gate",
        () -> {
          try {
            first.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch done = new CountDownLatch(6);
    for (String client : List.of("a", "a", "a", "a", "b", "c")) {
      threads.execute(
          client,
          () -> {
            order.add(client);
            done.countDown();
          });
    }
    first.countDown();

    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(order).containsExactly("a", "b", "c", "a", "a", "a");
  }

  @Test
  void execute_beyondABound_isRefusedAndForgotten() throws InterruptedException {
    open(2, 1, 2, 3);
    for (int work = 0; work < 3; work++) {
      threads.execute("a", this::hold);
    }
    assertThatThrownBy(() -> threads.execute("a", () -> {}))
        .isInstanceOf(OverloadedException.class);
    threads.execute("b", this::hold);
    threads.execute("b", this::hold);
    assertThatThrownBy(() -> threads.execute("c", () -> {}))
        .isInstanceOf(OverloadedException.class);
    assertThat(threads.clients()).isEqualTo(2);
  }

  @Test
  void withdraw_ofWaitingWork_makesRoomAndNeverRunsIt() throws InterruptedException {
    open(2, 1, 1, 5);
    AtomicInteger ran = new AtomicInteger();
    Runnable waiting = ran::incrementAndGet;
    threads.execute("a", this::hold);
    threads.execute("a", waiting);
    assertThat(threads.withdraw("a", waiting)).isTrue();
    assertThat(threads.withdraw("a", waiting)).isFalse();
    CountDownLatch done = new CountDownLatch(1);
    threads.execute("a", done::countDown);
    released.countDown();

    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(ran).hasValue(0);
  }

  @Test
  void execute_ofVeryMuchWork_runsAllOfItAndLeavesNothing() throws InterruptedException {
    open(4, 3, 10_000, 100_000);
    int clients = 50;
    int each = 200;
    CountDownLatch done = new CountDownLatch(clients * each);
    for (int work = 0; work < each; work++) {
      for (int client = 0; client < clients; client++) {
        int failing = work;
        threads.execute(
            "client " + client,
            () -> {
              done.countDown();
              if (failing == 7) {
                // Its thread ends; the others and the counts must not suffer.
                throw new IllegalStateException("expected: this work fails");
              }
            });
      }
    }

    assertThat(done.await(50, TimeUnit.SECONDS)).isTrue();
    while (threads.clients() > 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void bounds_withoutAThreadForOthers_areRefused() {
    threads = new FairThreads(new Bounds(2, 1, 1, 1), Thread::new);
    assertThatIllegalArgumentException().isThrownBy(() -> new Bounds(2, 2, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Bounds(2, 0, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new Bounds(2, 1, 2, 1));
  }
}
