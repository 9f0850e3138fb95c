package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;

/** Renewals of a session. */
class SessionTest extends SessionStory {
  @Test
  void renew_writesUnderWay_holdTheFloorAtTheFirst() {
    Ticket first = membership.begin();
    runtime.pass(MILLI.multipliedBy(10));
    Ticket second = membership.begin();
    Ticket third = membership.begin();
    runtime.pass(MILLI.multipliedBy(10));

    membership.renew();
    assertThat(stored().floor()).isEqualTo(NOW);
    first.release();
    membership.renew();
    assertThat(stored().floor()).isEqualTo(NOW + 10);
    second.release();
    membership.renew();
    assertThat(stored().floor()).as("one of two of the same moment").isEqualTo(NOW + 10);
    third.release();
    membership.renew();
    assertThat(stored().floor()).isEqualTo(NOW + 20);
  }

  @Test
  void renew_idleWhileTheClockStandsStill_raisesTheFloor() {
    membership.begin().release();

    membership.renew();
    assertThat(stored().floor()).isEqualTo(NOW + 1);
    assertThat(membership.begin().since()).as("as promised").isEqualTo(NOW + 1);
  }

  @Test
  void renew_clockSetBack_keepsTheFloor() {
    membership.begin().release();
    runtime.moveWall(Duration.ofMinutes(-1));
    Ticket ticket = membership.begin();

    membership.renew();

    assertThat(ticket.since()).isEqualTo(NOW);
    assertThat(stored().floor()).isEqualTo(NOW);
  }

  @Test
  void renew_noSession_isFine() {
    assertThat(membership.renew()).isTrue();
    assertThat(sessions.all()).isEmpty();
  }

  @Test
  void renew_fenced_endsTheSessionAndTheNextWriteJoinsAnew() {
    Ticket old = membership.begin();
    SessionRecord first = stored();
    assertThat(membership.isOwn(first)).isTrue();
    fence();

    assertThat(membership.renew()).isFalse();

    assertThat(old.isFenced()).isTrue();
    assertThat(membership.isOwn(first)).isFalse();
    Ticket next = membership.begin();
    assertThat(next.isFenced()).isFalse();
    assertThat(sessions.all()).hasSize(2);
    assertThat(membership.renew()).isTrue();
  }

  @Test
  void renew_removed_endsTheSession() {
    Ticket ticket = membership.begin();
    sessions.remove(stored());

    assertThat(membership.renew()).isFalse();
    assertThat(ticket.isFenced()).isTrue();
    assertThat(sessions.all()).isEmpty();
  }

  @Test
  void renew_earlierRenewalArrivesLate_goesOnFromIt() {
    membership.begin().release();
    AtomicInteger calls = new AtomicInteger();
    SessionRecord before = stored();
    engine.beforeWrite =
        mutations -> {
          if (calls.incrementAndGet() == 1) {
            engine.mutateAll(mutations, Durability.SYNCED);
            // An earlier renewal, which arrives now.
            throw new OutcomeUnknownException("lost");
          }
        };

    assertThat(membership.renew()).isTrue();
    assertThat(stored().renewal()).isGreaterThan(before.renewal());
    assertThat(membership.renew()).isTrue();
  }

  @Test
  void renew_otherRenewalInTheStore_goesOnFromIt() {
    membership.begin().release();
    SessionRecord late = stored().renewed(NOW + 7, NOW);
    assertThat(sessions.replace(Optional.of(stored()), late)).isTrue();

    assertThat(membership.renew()).isTrue();

    assertThat(stored().renewal()).isEqualTo(late.renewal() + 1);
  }

  @Test
  void isOwn_otherSession_isNot() {
    membership.begin().release();

    assertThat(membership.isOwn(new SessionRecord(5, 1, 1, false, NOW, "other"))).isFalse();
  }
}
