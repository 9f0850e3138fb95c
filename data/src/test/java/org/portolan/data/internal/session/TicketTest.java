package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.session.SessionsTest.page;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.portolan.engine.ConflictException;
import org.portolan.engine.EngineException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

/** The ticket that a write has in its session. */
class TicketTest extends SessionStory {
  /** Counts writes of session records. */
  private AtomicInteger countRenewals() {
    AtomicInteger renewals = new AtomicInteger();
    engine.beforeWrite = mutations -> renewals.incrementAndGet();
    return renewals;
  }

  @Test
  void require_withinTheLease_asksNobody() {
    Ticket ticket = membership.begin();
    ticket.require(ROWS);
    runtime.pass(Session.LEASE);
    AtomicInteger renewals = countRenewals();

    ticket.require(ROWS);
    assertThat(renewals).hasValue(0);
    runtime.pass(MILLI);
    ticket.require(ROWS);
    assertThat(renewals).hasValue(1);
    ticket.require(ROWS);
    assertThat(renewals).hasValue(1);
  }

  @Test
  void require_fencedAndHeldUp_isAConflictOfTheRows() {
    Ticket ticket = membership.begin();
    ticket.require(ROWS);
    fence();
    runtime.pass(Session.LEASE.plus(MILLI));

    assertThatThrownBy(() -> ticket.require(ROWS))
        .isInstanceOfSatisfying(ConflictException.class, e -> assertThat(e.keys()).isEqualTo(ROWS));
  }

  @Test
  void require_knownToBeFenced_isAConflictAtOnce() {
    Ticket ticket = membership.begin();
    fence();
    membership.renew();

    assertThatThrownBy(() -> ticket.require(ROWS)).isInstanceOf(ConflictException.class);
  }

  @Test
  void prepare_fencedAndHeldUp_registersNothing() {
    Ticket ticket = membership.begin();
    long id = stored().id();
    fence();
    runtime.pass(Session.LEASE.plus(MILLI));

    assertThatThrownBy(() -> ticket.require(ROWS)).isInstanceOf(ConflictException.class);

    assertThat(sessions.openRows(id)).isEmpty();
  }

  @Test
  void require_registersTheRows() {
    Ticket ticket = membership.begin();

    ticket.require(List.of(page("A"), page("B")));

    assertThat(sessions.openRows(stored().id())).containsExactlyInAnyOrder(page("A"), page("B"));
  }

  @Test
  void provedAliveAfter_onlyARenewalThatBeganLater() {
    Ticket ticket = membership.begin();
    runtime.pass(MILLI);
    long made = runtime.monotonicNanos();

    assertThat(ticket.provedAliveAfter(made)).isFalse();
    membership.renew();
    assertThat(ticket.provedAliveAfter(made)).as("began at the same moment").isFalse();
    runtime.pass(MILLI);
    membership.renew();
    assertThat(ticket.provedAliveAfter(made)).isTrue();
    fence();
    membership.renew();
    assertThat(ticket.provedAliveAfter(made)).isFalse();
  }

  @Test
  void hasWorked_sinceItWasAskedLast() {
    assertThat(membership.hasWorked()).isFalse();
    membership.begin().release();
    assertThat(membership.hasWorked()).isTrue();
    assertThat(membership.hasWorked()).isFalse();
    Ticket ticket = membership.begin();
    membership.hasWorked();
    assertThat(membership.hasWorked()).as("a write is under way").isTrue();
    ticket.release();
    assertThat(membership.hasWorked()).isFalse();
  }

  @Test
  void release_heldTwice_endsWithTheLast() {
    Ticket ticket = membership.begin();
    ticket.hold();
    ticket.release();
    membership.hasWorked();
    assertThat(membership.hasWorked()).isTrue();
    ticket.release();
    assertThat(membership.hasWorked()).isFalse();
  }

  @Test
  void ticketsBegun_countsWrites() {
    Session session = Session.join(sessions, runtime, "test");
    session.begin();
    session.begin().release();

    assertThat(session.ticketsBegun()).isEqualTo(2);
    session.leave();
  }

  @Test
  void require_rowsThatCannotBeRegistered_isRefused() {
    Ticket ticket = membership.begin();
    engine.beforeWrite =
        mutations -> {
          throw new UnavailableException("not now");
        };

    assertThatThrownBy(() -> ticket.require(ROWS)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void require_fencedAndFollowedByAnotherSession_isAConflict() {
    Ticket old = membership.begin();
    fence();
    membership.renew();
    membership.begin();

    assertThatThrownBy(() -> old.require(ROWS))
        .isInstanceOfSatisfying(ConflictException.class, e -> assertThat(e.keys()).isEqualTo(ROWS));
  }

  @Test
  void require_interrupted_changesNothingAndStaysInterrupted() {
    Ticket ticket = membership.begin();
    CountDownLatch goOn = new CountDownLatch(1);
    engine.beforeWrite =
        mutations -> {
          try {
            goOn.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> ticket.require(ROWS))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("this attempt changed nothing")
        .hasCauseInstanceOf(InterruptedException.class);

    assertThat(Thread.interrupted()).isTrue();
    goOn.countDown();
  }

  @Test
  void retire_rowsOfAReleasedTicket_areForgottenOnceFromEachPage() {
    Ticket ticket = membership.begin();
    List<RowKey> rows = IntStream.range(0, 1_000).mapToObj(n -> page("A" + n)).toList();
    rows.forEach(ticket::prepare);
    ticket.require(rows);
    Ticket next = membership.begin();
    next.require(List.of(page("B")));
    membership.retire();
    assertThat(sessions.openRows(stored().id())).hasSize(1_001);
    ticket.release();

    membership.retire();

    assertThat(sessions.openRows(stored().id())).containsExactly(page("B"));
  }

  @Test
  void retire_fencedSession_leavesItsRowsToWhoeverEndsIt() {
    membership.retire();
    Ticket ticket = membership.begin();
    List<RowKey> rows = IntStream.range(0, 1_001).mapToObj(n -> page("A" + n)).toList();
    ticket.require(rows);
    ticket.release();
    fence();
    membership.renew();

    membership.retire();

    assertThat(sessions.openRows(stored().id())).hasSize(1_001);
  }

  @Test
  void hold_returnsTheTicket() {
    Ticket ticket = membership.begin();

    assertThat(ticket.hold()).isSameAs(ticket);
  }
}
