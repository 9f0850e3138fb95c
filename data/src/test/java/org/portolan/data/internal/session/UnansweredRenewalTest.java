package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.portolan.engine.OutcomeUnknownException;

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
}
