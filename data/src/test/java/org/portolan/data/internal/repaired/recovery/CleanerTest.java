package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.EngineException;
import org.portolan.engine.UnavailableException;

/** Rows that a cleaner clears, writers that wait for it, and its end. */
class CleanerTest extends CleanerStory {
  private void leaveRows(int count) {
    Ticket ticket = cleaner.begin();
    for (int row = 0; row < count; row++) {
      parts.unfinished.add(page("R" + row), ticket);
    }
    ticket.release();
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
    parts.failWritesOf(A);
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
  void begin_tooManyRowsWait_isRefusedAfterAWhile() {
    leaveRows(WAITING_MAX - 1);
    cleaner.begin().release();
    applied(A, NOW, 1);

    assertThatThrownBy(cleaner::begin)
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("20000 rows wait")
        .hasMessageContaining("this attempt changed nothing");
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
}
