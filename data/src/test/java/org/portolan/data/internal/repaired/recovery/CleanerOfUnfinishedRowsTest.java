package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.Outbox.Secondary;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

/** Turns of a cleaner that finish rows, and rows that cannot be finished. */
class CleanerOfUnfinishedRowsTest extends CleanerStory {
  @Test
  void turn_unfinishedRow_isFinishedAndItsTicketReleased() {
    parts.put(A, parts.state(NOW, 1, follows));
    leave(A);

    assertThat(cleaner.turn()).isEqualTo(1);

    assertThat(parts.text(F)).contains("follows");
    assertThat(isSettled(A)).isTrue();
    assertThat(isIdle()).isTrue();
  }

  @Test
  void turn_rowThatIsSettledAlready_isDone() {
    leave(A);

    assertThat(cleaner.turn()).isEqualTo(1);
    assertThat(isIdle()).isTrue();
  }

  /**
   * Only a few replicas may have its clearing; after its receipts are folded, other processes would
   * count them again.
   */
  @Test
  void turn_rowThatOneReadSawSettled_isDoneOnceEveryReadSeesIt() {
    leave(A);
    parts.failWritesOf(A);

    assertThat(cleaner.turn()).isZero();
    assertThat(isIdle()).isFalse();

    parts.engine.beforeWrite = mutations -> {};
    assertThat(cleaner.turn()).isEqualTo(1);
    assertThat(isIdle()).isTrue();
    assertThat(parts.store.state(A).exists()).isFalse();
  }

  @Test
  void turn_rowThatMustBeLookedAtAgain_isLookedAtThreeTimes() {
    parts.put(A, parts.state(NOW, 1, Parts.receipt(parts.pages(), NOW, 1, 1), follows));
    parts.putBase(parts.pages(), 0, NOW);
    leave(A);

    assertThat(cleaner.turn()).as("its receipt was late at the first look").isEqualTo(1);
    assertThat(isSettled(A)).isTrue();
  }

  @Test
  void turn_rowWhoseClearingGotNoAnswer_waitsForTheNext() {
    parts.put(A, parts.state(NOW, 1, follows));
    leave(A);
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(A)) {
            throw new OutcomeUnknownException("lost");
          }
        };

    assertThat(cleaner.turn()).isZero();
    assertThat(isIdle()).isFalse();
    parts.engine.beforeWrite = mutations -> {};
    assertThat(cleaner.turn()).isEqualTo(1);
    assertThat(isIdle()).isTrue();
  }

  @Test
  void turn_rowThatCannotBeFinished_keepsNoOtherWaiting() {
    parts.put(A, parts.state(NOW, 1, follows));
    parts.put(B, parts.state(NOW, 2, Parts.content(page("G"), "of B", NOW)));
    leave(A);
    leave(B);
    parts.failWritesOf(F);

    assertThat(cleaner.turn()).isEqualTo(1);

    assertThat(isSettled(B)).isTrue();
    assertThat(parts.unfinished.all()).containsExactly(A);
  }

  @Test
  void turn_rowThatFails_comesAfterTheOthersAtTheNext() {
    parts.put(A, parts.state(NOW, 1, follows));
    parts.put(B, parts.state(NOW, 2, Parts.content(page("G"), "of B", NOW)));
    leave(A);
    leave(B);
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(F)) {
            throw new UnavailableException("not now");
          }
          if (mutations.get(0).rowKey().equals(B)) {
            throw new OutcomeUnknownException("lost");
          }
        };

    assertThat(cleaner.turn()).isZero();

    assertThat(parts.unfinished.all()).containsExactly(B, A);
  }

  @Test
  void turn_tryingTooLong_leavesTheRestToTheNextAfterTheRenewal() {
    leave(A);
    leave(B);
    var below = parts.engine.reads;
    parts.engine.reads =
        gets -> {
          if (gets.get(0).rowKey().equals(A)) {
            parts.runtime.pass(Duration.ofSeconds(5).plus(MILLI));
          }
          return below.apply(gets);
        };

    assertThat(cleaner.turn()).isEqualTo(1);
    assertThat(parts.unfinished.all()).containsExactly(B);
    assertThat(cleaner.turn()).isEqualTo(1);
  }

  @Test
  void turn_doubtfulRow_isChangedSoThatItsCommitIsVoid() {
    WriteState before = parts.put(A, parts.state(NOW, 1));
    Ticket ticket = cleaner.begin();
    cleaner.doubtful(A, ticket);
    ticket.release();
    parts.failWritesOf(A);
    assertThat(cleaner.turn()).isZero();
    assertThat(isIdle()).isFalse();
    parts.engine.beforeWrite = mutations -> {};

    assertThat(cleaner.turn()).isEqualTo(1);

    assertThat(parts.store.state(A).isAt(before)).isFalse();
    assertThat(isIdle()).isTrue();
  }

  @Test
  void turn_rowsNoLongerWritten_areForgottenByTheSession() {
    Ticket ticket = cleaner.begin();
    List<RowKey> rows = new ArrayList<>();
    for (int row = 0; row < 1_001; row++) {
      rows.add(page("R" + row));
    }
    ticket.require(rows);
    ticket.release();

    cleaner.turn();

    assertThat(parts.sessions.openRows(parts.sessions.all().get(0).id())).hasSize(1);
  }

  /** It is unknown whether the follow-ups were made in time. */
  @Test
  void turn_fencedSession_looksAtAllItsRowsAgainInAnother() {
    applied(A, NOW, 1);
    parts.put(B, parts.state(NOW, 2, Parts.content(page("G"), "of B", NOW)));
    leave(B);
    fence();
    parts.runtime.pass(MILLI);

    assertThat(cleaner.turn()).isEqualTo(2);

    assertThat(parts.text(F)).as("it is made again").contains("follows");
    assertThat(isSettled(A)).isTrue();
    assertThat(isSettled(B)).isTrue();
    SessionRecord next = parts.sessions.all().stream().filter(s -> !s.fenced()).findAny().get();
    assertThat(parts.sessions.openRows(next.id())).containsExactlyInAnyOrder(A, B);
    assertThat(isIdle()).isTrue();
  }

  @Test
  void turn_fencedSessionWithOneRowThatCannotBeFinished_registersItAgain() {
    parts.put(A, parts.state(NOW, 1, follows));
    leave(A);
    parts.failWritesOf(F);
    fence();

    assertThat(cleaner.turn()).isZero();

    SessionRecord next = parts.sessions.all().stream().filter(s -> !s.fenced()).findAny().get();
    assertThat(parts.sessions.openRows(next.id())).containsExactly(A);
  }

  @Test
  void turn_rowThatCannotBeFinished_isNotHeldAgainAtEachTurn() {
    parts.put(A, parts.state(NOW, 1, follows));
    leave(A);
    parts.failWritesOf(F);

    cleaner.turn();
    cleaner.turn();

    assertThat(parts.unfinished.waiting(A)).hasSize(1);
  }

  /** Another thread has closed the store, while this one waits for other processes. */
  @Test
  void turn_fencedSessionOfAClosedStore_leavesItsRowsToOthers() {
    parts.put(A, parts.state(NOW, 1, follows));
    leave(A);
    fence();
    parts.membership.leave();

    assertThatCode(cleaner::turn).doesNotThrowAnyException();

    assertThat(parts.sessions.all()).hasSize(1);
  }

  @Test
  void turn_fencedSessionWithNothingLeft_joinsNoOther() {
    cleaner.begin().release();
    fence();

    assertThat(cleaner.turn()).isZero();

    assertThat(parts.sessions.all()).hasSize(1);
  }

  @Test
  void turn_fencedSessionAndRowsThatCannotBeRegistered_finishesThemAllTheSame() {
    applied(A, NOW, 1);
    fence();
    parts.engine.beforeWrite =
        mutations -> {
          boolean registers =
              mutations.get(0).table().equals("portolan_sessions")
                  && !mutations.get(0).key().get(1).equals(0);
          if (registers) {
            throw new UnavailableException("no registrations");
          }
        };

    assertThat(cleaner.turn()).isEqualTo(1);

    assertThat(parts.text(F)).contains("follows");
    assertThat(isIdle()).isTrue();
  }

  @Test
  void turn_rowThatIsNeverDone_isLookedAtThreeTimes() {
    Secondary stale = new Secondary(page("S"), NOW, 7);
    parts.put(A, parts.state(NOW, 7, new Outbox(List.of(), List.of(stale))));
    leave(A);
    AtomicInteger looks = new AtomicInteger();
    var below = parts.engine.reads;
    parts.engine.reads =
        gets -> {
          if (gets.get(0).rowKey().equals(A)) {
            looks.incrementAndGet();
          }
          return below.apply(gets);
        };

    assertThat(cleaner.turn()).isZero();

    assertThat(looks).hasValue(3);
  }

  @Test
  void turn_tryingUpToTheLimit_goesOn() {
    leave(A);
    leave(B);
    var below = parts.engine.reads;
    parts.engine.reads =
        gets -> {
          if (gets.get(0).rowKey().equals(A)) {
            // Each of two reads takes half the limit.
            parts.runtime.pass(Duration.ofMillis(2_500));
          }
          return below.apply(gets);
        };

    assertThat(cleaner.turn()).isEqualTo(2);
  }
}
