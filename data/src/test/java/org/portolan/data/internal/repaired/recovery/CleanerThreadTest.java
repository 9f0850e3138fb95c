package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.RowKey;

/** The thread of a cleaner, while no time passes. */
class CleanerThreadTest {
  private static final RowKey A = page("A");
  private static final RowKey B = page("B");
  private static final RowKey F = page("F");
  private static final int WAITING_MAX = 20_000;

  private final Parts parts = new Parts();
  private final FollowUp follows = Parts.content(F, "follows", NOW);
  private Cleaner cleaner;

  @BeforeEach
  void start() {
    parts.runtime.waitForSignalsAlone();
    cleaner = new Cleaner(parts.store, parts.finisher, parts.unfinished, parts.membership);
  }

  @AfterEach
  void close() {
    cleaner.close();
  }

  private void awaitNothingUnfinished() throws InterruptedException {
    for (int wait = 0; wait < 3_000 && parts.unfinished.size() > 0; wait++) {
      Thread.sleep(10);
    }
    assertThat(parts.unfinished.size()).isZero();
  }

  @Test
  void thread_rowToBeFinished_isFinishedAtOnce() throws InterruptedException {
    Ticket ticket = cleaner.begin();
    parts.put(A, parts.state(NOW, 1, follows));
    cleaner.unfinished(A, ticket);
    awaitNothingUnfinished();
    assertThat(parts.text(F)).contains("follows");
    cleaner.doubtful(B, ticket);
    awaitNothingUnfinished();
    assertThat(parts.store.state(B).exists()).isTrue();
    ticket.release();
  }

  static Stream<Throwable> thread_turnThatFails_isMadeAgain() {
    return Parts.passingFailures();
  }

  @ParameterizedTest
  @MethodSource
  void thread_turnThatFails_isMadeAgain(Throwable failure) throws InterruptedException {
    Ticket ticket = cleaner.begin();
    AtomicInteger renewals = new AtomicInteger();
    parts.engine.beforeWrite =
        mutations -> {
          if (renewals.incrementAndGet() == 1) {
            cleaner.unfinished(B, ticket);
            Parts.fail(failure);
          }
        };
    cleaner.unfinished(A, ticket);
    awaitNothingUnfinished();
    ticket.release();
  }

  @Test
  void thread_whileThereIsWork_takesItsTurnsSooner() throws InterruptedException {
    Ticket ticket = cleaner.begin();
    cleaner.unfinished(A, ticket);
    awaitNothingUnfinished();
    cleaner.unfinished(A, ticket);
    awaitNothingUnfinished();
    ticket.release();
    Duration idle = Duration.ofSeconds(5);
    assertThat(parts.runtime.waits())
        .contains(Duration.ofSeconds(1))
        .isSubsetOf(Duration.ofSeconds(1), idle, Duration.ofMinutes(1));
  }

  @Test
  void begin_tooManyRowsWait_makesRoomAtOnce() throws InterruptedException {
    Ticket ticket = cleaner.begin();
    for (int row = 0; row < WAITING_MAX; row++) {
      parts.unfinished.add(page("R" + row), ticket);
    }
    ticket.release();
    parts.runtime.beforeSleep(
        () -> {
          try {
            awaitNothingUnfinished();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });

    cleaner.begin().release();
  }
}
