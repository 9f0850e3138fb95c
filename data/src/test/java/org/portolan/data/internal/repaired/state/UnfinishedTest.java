package org.portolan.data.internal.repaired.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.page;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.RowKey;

class UnfinishedTest {
  private static final RowKey A = page("A");
  private static final RowKey B = page("B");

  private final Parts parts = new Parts();
  private final Unfinished unfinished = parts.unfinished;

  @AfterEach
  void close() {
    parts.close();
  }

  private boolean isIdle() {
    parts.membership.hasWorked();
    return !parts.membership.hasWorked();
  }

  @Test
  void add_holdsTheTicketUntilTheRowIsFinished() {
    Ticket ticket = parts.membership.begin();
    unfinished.add(A, ticket);
    ticket.release();
    assertThat(isIdle()).isFalse();

    unfinished.finished(A, unfinished.waiting(A));

    assertThat(isIdle()).isTrue();
    assertThat(unfinished.all()).isEmpty();
    assertThat(unfinished.size()).isZero();
  }

  @Test
  void finished_otherWriteAddedMeanwhile_waitsOn() {
    Ticket first = parts.membership.begin();
    Ticket second = parts.membership.begin();
    unfinished.addDoubtful(A, first);
    List<Ticket> waited = unfinished.waiting(A);
    assertThat(waited).containsExactly(first);
    unfinished.add(A, second);

    unfinished.finished(A, waited);

    assertThat(unfinished.waiting(A)).containsExactly(second);
    assertThat(unfinished.isDoubtful(A)).isTrue();
    unfinished.finished(A, unfinished.waiting(A));
    assertThat(unfinished.isDoubtful(A)).isFalse();
    first.release();
    second.release();
    assertThat(isIdle()).isTrue();
  }

  @Test
  void finished_twice_releasesOnce() {
    Ticket ticket = parts.membership.begin();
    unfinished.add(A, ticket);
    List<Ticket> waited = unfinished.waiting(A);

    unfinished.finished(A, waited);
    unfinished.finished(A, waited);

    assertThat(isIdle()).as("the writer still holds it").isFalse();
    ticket.release();
    assertThat(isIdle()).isTrue();
  }

  @Test
  void later_rowThatCannotBeFinished_comesAfterTheOthers() {
    Ticket ticket = parts.membership.begin();
    unfinished.add(A, ticket);
    unfinished.add(B, ticket);

    unfinished.later(A);
    assertThat(unfinished.all()).containsExactly(B, A);
    assertThat(unfinished.waiting(A)).containsExactly(ticket);
    unfinished.later(page("C"));
    assertThat(unfinished.size()).isEqualTo(2);
  }
}
