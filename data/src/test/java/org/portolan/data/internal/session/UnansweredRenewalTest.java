package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

/**
 * Servers that answer reads, while the outcome of each conditional write is unknown: as two of
 * three nodes of Cassandra that have no room.
 */
class UnansweredRenewalTest extends SessionStory {
  @Test
  void requireAlive_outcomeOfEachRenewalUnknown_failsInsteadOfWaitingForEver() throws Exception {
    Ticket ticket = membership.begin();
    runtime.pass(Session.LEASE.plus(MILLI));
    AtomicLong renewals = new AtomicLong();
    engine.beforeWrite =
        mutations -> {
          renewals.incrementAndGet();
          throw new OutcomeUnknownException("no answer");
        };
    Thread writer =
        new Thread(
            () -> {
              try {
                ticket.requireAlive(ROWS);
              } catch (RuntimeException e) {
                // A conflict, or unavailable: either ends the attempt.
              }
            });
    writer.start();
    writer.join(Duration.ofSeconds(3).toMillis());
    boolean waits = writer.isAlive();
    engine.beforeWrite = mutations -> {};
    join(writer);
    assertThat(waits).as("still in the loop after %s renewals", renewals).isFalse();
  }

  /** Otherwise the last of many writers would wait for all the attempts of the others. */
  @Test
  void requireAlive_whileAnotherWriterFindsOutThatNoRenewalIsAnswered_failsWithIt()
      throws Exception {
    Ticket ticket = membership.begin();
    runtime.pass(Session.LEASE.plus(MILLI));
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread other = new Thread(() -> failure.set(catchThrowable(() -> ticket.requireAlive(ROWS))));
    AtomicLong renewals = new AtomicLong();
    engine.beforeWrite =
        mutations -> {
          if (renewals.incrementAndGet() == 1) {
            other.start();
            awaitWaiting(other);
          }
          throw new OutcomeUnknownException("no answer");
        };

    assertThatThrownBy(() -> ticket.requireAlive(ROWS)).isInstanceOf(UnavailableException.class);
    join(other);

    assertThat(failure.get()).isInstanceOf(UnavailableException.class);
    assertThat(renewals).hasValue(5);
    engine.beforeWrite = mutations -> {};
  }

  private static void awaitWaiting(Thread thread) {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (thread.getState() != Thread.State.WAITING && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
