package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.session.SessionsTest.page;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

/** A process whose clocks stand still does not notice that its session has ended. */
class CeilingTest extends SessionStory {
  private final AtomicInteger renewals = new AtomicInteger();

  private void countRenewals() {
    engine.beforeWrite = mutations -> renewals.incrementAndGet();
  }

  @Test
  void require_stateBelowTheCeiling_asksNobody() {
    Ticket ticket = membership.begin();
    ticket.require(ROWS);
    countRenewals();

    ticket.require(ROWS, stored().ceiling());

    assertThat(renewals).hasValue(0);
  }

  @Test
  void require_stateAboveTheCeiling_renews() {
    Ticket ticket = membership.begin();
    ticket.require(ROWS);
    countRenewals();

    ticket.require(ROWS, stored().ceiling() + 1);

    assertThat(renewals).hasValue(1);
  }

  @Test
  void require_fencedAndStateAboveTheCeiling_isAConflict() {
    Ticket ticket = membership.begin();
    ticket.require(ROWS);
    fence();

    assertThatThrownBy(() -> ticket.require(ROWS, stored().ceiling() + 1))
        .isInstanceOf(ConflictException.class);
    assertThatThrownBy(() -> ticket.requireAlive(ROWS)).isInstanceOf(ConflictException.class);
  }

  @Test
  void require_fencedAndRowNotRegistered_isAConflict() {
    Ticket ticket = membership.begin();
    fence();

    assertThatThrownBy(() -> ticket.require(ROWS)).isInstanceOf(ConflictException.class);
  }

  @Test
  void require_fencedAndManyRowsNotRegistered_isAConflict() {
    Ticket ticket = membership.begin();
    fence();
    List<RowKey> rows = IntStream.range(0, 900).mapToObj(n -> page("a long name" + n)).toList();

    assertThatThrownBy(() -> ticket.require(rows)).isInstanceOf(ConflictException.class);
  }

  @Test
  void requireAliveSinceReads_fenced_isAConflict() {
    membership.requireAliveSinceReads();
    fence();

    assertThatThrownBy(membership::requireAliveSinceReads).isInstanceOf(ConflictException.class);
  }

  /** The page may arrive after others have read the pages. */
  @Test
  void register_recordNamesTheRows_untilTheNextRenewal() {
    Ticket ticket = membership.begin();
    // One row: several may go out in two batches, of which the record names the last.
    ticket.require(List.of(page("A")));
    SessionRecord record = stored();
    sessions.removePages(record.id(), List.of(1), Durability.SYNCED);

    assertThat(sessions.openRows(record)).containsExactly(page("A"));
    assertThat(record.owner()).isEqualTo(runtime.processName());
    membership.renew();
    assertThat(sessions.openRows(stored())).isEmpty();
  }

  @Test
  void register_fewRows_isOneRoundTrip() {
    Ticket ticket = membership.begin();
    countRenewals();

    ticket.require(ROWS);

    assertThat(renewals).hasValue(1);
  }

  /** If the record was replaced and the answer is lost, the page is written again. */
  @Test
  void register_answerLost_listsTheRowsAgain() {
    Ticket ticket = membership.begin();
    AtomicInteger calls = new AtomicInteger();
    engine.beforeWrite =
        mutations -> {
          if (mutations.size() == 2 && calls.incrementAndGet() == 1) {
            engine.mutate(mutations.get(1), Durability.SYNCED);
            throw new OutcomeUnknownException("no answer", null);
          }
        };

    ticket.require(ROWS);

    assertThat(calls).hasValue(1);
    assertThat(sessions.openRows(stored().id())).containsExactlyElementsOf(ROWS);
  }

  /**
   * Others may see the record of a renewal that was never answered, and fence the session by it.
   */
  @Test
  void renew_clockSetBackAndAnswerLost_lowersTheCeiling() {
    Ticket ticket = membership.begin();
    ticket.require(ROWS);
    runtime.pass(Duration.ofSeconds(10));
    membership.renew();
    long before = stored().ceiling();
    runtime.moveWall(Duration.ofSeconds(-8));
    engine.beforeWrite =
        mutations -> {
          throw new OutcomeUnknownException("no answer", null);
        };
    assertThatThrownBy(membership::renew).isInstanceOf(UnavailableException.class);

    assertThatThrownBy(() -> ticket.require(ROWS, before)).isInstanceOf(UnavailableException.class);
    ticket.require(ROWS, before - 8_000);
  }
}
