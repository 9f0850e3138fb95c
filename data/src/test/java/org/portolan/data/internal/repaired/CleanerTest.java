package org.portolan.data.internal.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Outbox.Secondary;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

class CleanerTest {
  private static final RowKey A = page("A");
  private static final RowKey B = page("B");
  private static final RowKey F = page("F");
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final int WAITING_MAX = 20_000;

  private final Parts parts = new Parts();
  private final FollowUp follows = Parts.content(F, "follows", NOW);
  private final Cleaner cleaner = cleaner();

  /** Returns a cleaner whose turns the test makes. */
  private Cleaner cleaner() {
    parts.runtime.withhold("portolan-outbox-cleaner");
    return new Cleaner(parts.store, parts.finisher, parts.unfinished, parts.membership);
  }

  @AfterEach
  void close() {
    parts.engine.beforeWrite = mutations -> {};
    cleaner.close();
  }

  private boolean isIdle() {
    parts.membership.hasWorked();
    return !parts.membership.hasWorked();
  }

  /** Puts a row as a write that has made all that follows leaves it. */
  private WriteState applied(RowKey row, long version, long write) {
    WriteState state = parts.put(row, parts.state(version, write, follows));
    sayApplied(row, state);
    return state;
  }

  private void sayApplied(RowKey row, WriteState state) {
    Ticket ticket = cleaner.begin();
    cleaner.applied(row, state, ticket);
    ticket.release();
  }

  private void leave(RowKey row) {
    Ticket ticket = cleaner.begin();
    cleaner.unfinished(row, ticket);
    ticket.release();
  }

  private void fence() {
    SessionRecord own = parts.sessions.all().get(0);
    assertThat(parts.sessions.fence(own)).isTrue();
  }

  private void failWritesOf(RowKey row) {
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.stream().anyMatch(mutation -> mutation.rowKey().equals(row))) {
            throw new UnavailableException("not now");
          }
        };
  }

  private boolean isSettled(RowKey row) {
    return parts.store.state(row).isSettled();
  }

  @Test
  void turn_appliedRow_isClearedAfterARenewalThatBeganLater() {
    applied(A, NOW, 1);

    assertThat(cleaner.turn()).as("the session may have been fenced since").isZero();
    assertThat(isSettled(A)).isFalse();
    assertThat(isIdle()).isFalse();
    parts.runtime.pass(MILLI);
    assertThat(cleaner.turn()).isEqualTo(1);

    assertThat(isSettled(A)).isTrue();
    assertThat(parts.text(F)).as("it was made already").isEmpty();
    assertThat(isIdle()).isTrue();
    assertThat(cleaner.turn()).isZero();
  }

  @Test
  void knowsApplied_thatStateOfALiveSession() {
    WriteState state = applied(A, NOW, 1);

    assertThat(cleaner.knowsApplied(A, state)).isTrue();
    assertThat(cleaner.knowsApplied(A, parts.state(NOW + 1, 2))).isFalse();
    assertThat(cleaner.knowsApplied(B, state)).isFalse();
    fence();
    parts.membership.renew();
    assertThat(cleaner.knowsApplied(A, state)).isFalse();
  }

  @Test
  void applied_newerState_replacesTheOlderAndReleasesIt() {
    applied(A, NOW, 1);
    WriteState newer = applied(A, NOW + 1, 2);

    assertThat(cleaner.knowsApplied(A, newer)).isTrue();
    parts.runtime.pass(MILLI);
    assertThat(cleaner.turn()).isEqualTo(1);
    assertThat(isIdle()).isTrue();
    assertThat(isSettled(A)).isTrue();
  }

  @Test
  void applied_olderStateToldLate_changesNothing() {
    WriteState newer = applied(A, NOW + 1, 2);
    sayApplied(A, parts.state(NOW, 1, follows));

    assertThat(cleaner.knowsApplied(A, newer)).isTrue();
    parts.runtime.pass(MILLI);
    cleaner.turn();
    assertThat(isIdle()).isTrue();
  }

  @Test
  void settled_sameOrNewerState_needsNoClearing() {
    WriteState state = applied(A, NOW, 1);
    cleaner.settled(B, state);
    assertThat(cleaner.knowsApplied(A, state)).isTrue();

    cleaner.settled(A, parts.state(NOW - 1, 9));
    assertThat(cleaner.knowsApplied(A, state)).as("an older one says nothing").isTrue();
    cleaner.settled(A, state);

    assertThat(cleaner.knowsApplied(A, state)).isFalse();
    assertThat(isIdle()).isTrue();
  }

  @Test
  void turn_appliedRowThatOthersHaveChanged_isFinished() {
    applied(A, NOW, 1);
    parts.put(A, parts.state(NOW + 1, 2, Parts.content(F, "others", NOW + 1)));
    parts.runtime.pass(MILLI);

    assertThat(cleaner.turn()).isEqualTo(2);

    assertThat(parts.text(F)).contains("others");
    assertThat(isSettled(A)).isTrue();
    assertThat(isIdle()).isTrue();
  }

  @Test
  void turn_rowWrittenAgainWhileItIsCleared_waitsForItsNewState() {
    applied(A, NOW, 1);
    parts.runtime.pass(MILLI);
    List<WriteState> newer = new ArrayList<>();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(A)) {
            parts.engine.beforeWrite = any -> {};
            newer.add(applied(A, NOW + 1, 2));
          }
        };

    cleaner.turn();

    assertThat(cleaner.knowsApplied(A, newer.get(0))).isTrue();
    assertThat(isIdle()).isFalse();
    assertThat(parts.unfinished.all()).isEmpty();
    parts.runtime.pass(MILLI);
    cleaner.turn();
    assertThat(isSettled(A)).isTrue();
    assertThat(isIdle()).isTrue();
  }

  @Test
  void turn_clearingThatFails_isMadeAtTheNext() {
    applied(A, NOW, 1);
    parts.runtime.pass(MILLI);
    failWritesOf(A);
    assertThat(cleaner.turn()).isZero();
    parts.engine.beforeWrite = mutations -> {};

    assertThat(cleaner.turn()).isEqualTo(1);
    assertThat(isSettled(A)).isTrue();
  }

  @Test
  void turn_manyRows_areClearedInBatches() {
    for (int row = 0; row < 501; row++) {
      applied(page("R" + row), NOW, 1);
    }
    parts.runtime.pass(MILLI);
    List<Integer> batches = new ArrayList<>();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).table().equals("page")) {
            batches.add(mutations.size());
          }
        };

    assertThat(cleaner.turn()).isEqualTo(501);

    assertThat(batches).containsExactly(500, 1);
    assertThat(isIdle()).isTrue();
  }

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
    failWritesOf(F);

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
    failWritesOf(A);
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

  /** Nobody knows whether what was made was made in time. */
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

  private void leaveRows(int count) {
    Ticket ticket = cleaner.begin();
    for (int row = 0; row < count; row++) {
      parts.unfinished.add(page("R" + row), ticket);
    }
    ticket.release();
  }

  @Test
  void begin_tooManyRowsWait_isRefusedAfterAWhile() {
    leaveRows(WAITING_MAX - 1);
    cleaner.begin().release();
    applied(A, NOW, 1);

    assertThatThrownBy(cleaner::begin)
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("20000 rows wait")
        .hasMessageContaining("nothing was changed");
    assertThat(parts.runtime.wallMillis()).as("the first look after it").isEqualTo(NOW + 30_020);
  }

  @Test
  void begin_interruptedWhileTooManyRowsWait_stopsAndStaysInterrupted() {
    leaveRows(WAITING_MAX);
    parts.runtime.interruptNextSleep();

    assertThatThrownBy(cleaner::begin)
        .isInstanceOf(EngineException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void close_doesOnceMoreWhatWaitsAndLeaves() {
    parts.put(A, parts.state(NOW, 1, follows));
    leave(A);

    cleaner.close();

    assertThat(isSettled(A)).isTrue();
    assertThat(parts.sessions.all()).isEmpty();
    assertThatThrownBy(cleaner::begin).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void close_storeThatDoesNotAnswer_endsAllTheSame() {
    cleaner.begin().release();
    parts.engine.beforeWrite =
        mutations -> {
          throw new UnavailableException("not now");
        };

    cleaner.close();

    assertThat(parts.sessions.all()).hasSize(1);
  }

  @Test
  void close_processThatHasOnlyRead_writesNothing() {
    AtomicInteger writes = new AtomicInteger();
    parts.engine.beforeWrite = mutations -> writes.incrementAndGet();

    cleaner.close();

    assertThat(writes).hasValue(0);
  }

  @Test
  void turn_thenAnotherThread_isNotHeldUp() throws InterruptedException {
    cleaner.begin().release();
    cleaner.turn();
    Thread other = new Thread(cleaner::turn);
    other.setDaemon(true);
    other.start();

    other.join(30_000);

    assertThat(other.isAlive()).isFalse();
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
            parts.runtime.pass(Duration.ofSeconds(5));
          }
          return below.apply(gets);
        };

    assertThat(cleaner.turn()).isEqualTo(2);
  }
}
