package org.portolan.data.internal.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;

import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.portolan.data.Columns;
import org.portolan.data.Trace;
import org.portolan.data.internal.repaired.commit.Applier;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.write.WriteAttempts.Done;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

class RepairedAttemptsTest extends AttemptsStory {
  @Test
  void attempt_oneRow_isMadeWithWhatFollows() {
    assertThat(write(A)).isEqualTo(new Done<>("result", true));

    assertThat(parts.text(A)).contains("new");
    assertThat(isListed(A)).isTrue();
    assertThat(pages()).isEqualTo(1);
    WriteState state = parts.store.state(A);
    assertThat(cleaner.knowsApplied(A, state)).isTrue();
    assertThat(state.isSettled()).isFalse();
    parts.runtime.pass(MILLI);
    assertThat(cleaner.turn()).isEqualTo(1);
    assertThat(isIdle()).isTrue();
    assertThat(parts.sessions.openRows(parts.sessions.all().get(0).id())).containsExactly(A);
  }

  @Test
  void mayLeaveParts_onlyOfABufferedWrite() {
    assertThat(attempts.mayLeaveParts(Durability.BUFFERED)).isTrue();
    assertThat(attempts.mayLeaveParts(Durability.SYNCED)).isFalse();
  }

  @Test
  void attempt_nothingChanged_commitsNothingAndLetsGo() {
    Done<String> done =
        attempts.attempt(
            Durability.SYNCED,
            null,
            transaction -> {
              transaction.get("page", A.key(), Columns.ALL);
              return "read";
            });

    assertThat(done).isEqualTo(new Done<>("read", false));
    assertThat(isIdle()).isTrue();
    requireUntouched(A);
  }

  @Test
  void attempt_workThatFails_letsGo() {
    assertThatThrownBy(
            () ->
                attempts.attempt(
                    Durability.SYNCED,
                    null,
                    transaction -> {
                      put(transaction, A, "new");
                      throw new IllegalArgumentException("of the caller");
                    }))
        .isInstanceOf(IllegalArgumentException.class);

    assertThat(isIdle()).isTrue();
    requireUntouched(A);
  }

  @Test
  void attempt_nothingFollows_isDoneAtOnce() {
    write(A);
    parts.runtime.pass(MILLI);
    write(A);

    assertThat(isIdle()).as("it settles what the write before has left").isTrue();
    assertThat(parts.store.state(A).isSettled()).isTrue();
  }

  @Test
  void attempt_traced_countsReadsAndWrites() {
    Trace trace = new Trace();

    attempts.attempt(
        Durability.SYNCED,
        trace,
        transaction -> {
          put(transaction, A, "new");
          return null;
        });

    assertThat(trace.counts().roundTrips()).isEqualTo(3);
  }

  @Test
  void attempt_severalRows_areMadeTogether() {
    assertThat(write(A, B).committed()).isTrue();

    assertThat(parts.text(A)).contains("new");
    assertThat(parts.text(B)).contains("new");
    assertThat(isListed(A)).isTrue();
    assertThat(isListed(B)).isTrue();
    assertThat(pages()).isEqualTo(2);
    parts.runtime.pass(MILLI);
    cleaner.turn();
    assertThat(isIdle()).isTrue();
  }

  @Test
  void attempt_otherWriterInBetween_isAConflictAndLeavesNothing() {
    AtomicBoolean once = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (writes(A).test(mutations) && once.compareAndSet(false, true)) {
            parts.put(A, parts.state(NOW + 1, 5));
          }
        };

    assertThatThrownBy(() -> write(A))
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactly(A));

    assertThat(parts.unfinished.all()).isEmpty();
    assertThat(isIdle()).isTrue();
    assertThat(parts.text(A)).isEmpty();
  }

  @Test
  void attempt_commitOfUnknownOutcome_keepsTheRowInSight() {
    var below = parts.engine.reads;
    AtomicBoolean lost = new AtomicBoolean();
    fail(
        writes(A),
        () -> {
          lost.set(true);
          return new OutcomeUnknownException("lost");
        });
    parts.engine.reads =
        gets -> {
          if (lost.get()) {
            throw new UnavailableException("no answer");
          }
          return below.apply(gets);
        };

    assertThatThrownBy(() -> write(A)).isInstanceOf(OutcomeUnknownException.class);

    parts.engine.reads = below;
    assertThat(parts.unfinished.isDoubtful(A)).isTrue();
    assertThat(isIdle()).isFalse();
  }

  @Test
  void attempt_bufferedRowsOfWhichAPartWasRefused_looksAtEach() {
    fail(writes(B), () -> new UnavailableException("not now"));

    assertThatThrownBy(() -> write(Durability.BUFFERED, A, B))
        .isInstanceOf(UnavailableException.class);

    assertThat(parts.unfinished.all()).containsExactlyInAnyOrder(A, B);
    assertThat(parts.unfinished.isDoubtful(A)).isFalse();
    assertThat(isIdle()).isFalse();
  }

  @Test
  void attempt_oneRowOrRowsTogetherThatWereRefused_leaveNothing() {
    fail(writes(B), () -> new UnavailableException("not now"));

    assertThatThrownBy(() -> write(Durability.BUFFERED, B))
        .isInstanceOf(UnavailableException.class);
    assertThatThrownBy(() -> write(A, B)).isInstanceOf(UnavailableException.class);

    assertThat(parts.unfinished.all()).isEmpty();
    assertThat(isIdle()).isTrue();
    requireNotWritten(A);
  }

  private void requireNotWritten(RowKey row) {
    assertThat(parts.text(row)).isEmpty();
    assertThat(parts.store.state(row).intent()).isEmpty();
  }

  @Test
  void attempt_bufferedRows_areMade() {
    assertThat(write(Durability.BUFFERED, A, B).committed()).isTrue();

    assertThat(parts.text(A)).contains("new");
    assertThat(pages()).isEqualTo(2);
  }

  @Test
  void attempt_decidedButNotRolledForward_standsAndIsFinishedLater() {
    AtomicBoolean decided = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (decided.get() && writes(A).test(mutations)) {
            throw new UnavailableException("not now");
          }
          decided.compareAndSet(false, writes(B).test(mutations));
        };

    assertThat(write(A, B).committed()).isTrue();

    assertThat(parts.unfinished.all()).containsExactlyInAnyOrder(A, B);
    parts.engine.beforeWrite = mutations -> {};
    parts.runtime.pass(Intents.GRACE);
    cleaner.turn();
    cleaner.turn();
    assertThat(parts.text(A)).contains("new");
    assertThat(pages()).isEqualTo(2);
    assertThat(isIdle()).isTrue();
  }

  @Test
  void attempt_locksThatCouldNotBeRolledBack_areFinishedLater() {
    AtomicBoolean refused = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (refused.get()) {
            throw new UnavailableException("not now");
          }
          if (writes(B).test(mutations)) {
            refused.set(true);
            throw new UnavailableException("not now");
          }
        };

    assertThatThrownBy(() -> write(A, B)).isInstanceOf(UnavailableException.class);

    assertThat(parts.unfinished.all()).containsExactly(A);
  }

  @Test
  void attempt_whatFollowsFails_standsAndIsMadeLater() {
    fail(writesTable("counters"), () -> new UnavailableException("not now"));

    assertThat(write(A).committed()).isTrue();

    assertThat(parts.text(A)).contains("new");
    assertThat(parts.unfinished.all()).containsExactly(A);
    parts.engine.beforeWrite = mutations -> {};
    cleaner.turn();
    assertThat(isListed(A)).isTrue();
    assertThat(pages()).isEqualTo(1);
  }

  @Test
  void attempt_clientThatEndsBeforeWhatFollows_leavesTheRowInSight() {
    HookedEngine engine = parts.engine;
    AtomicBoolean died = new AtomicBoolean();
    engine.beforeWrite =
        mutations -> {
          if (writesTable("counters").test(mutations) && died.compareAndSet(false, true)) {
            throw new HookedEngine.Death();
          }
        };

    assertThatThrownBy(() -> write(A)).isInstanceOf(HookedEngine.Death.class);

    assertThat(parts.unfinished.all()).containsExactly(A);
    assertThat(parts.unfinished.isDoubtful(A)).isFalse();
  }

  @Test
  void attempt_heldUpAfterItsCommit_leavesWhatFollows() {
    parts.engine.beforeWrite =
        mutations -> {
          if (writes(A).test(mutations)) {
            parts.engine.beforeWrite = any -> {};
            parts.runtime.pass(Applier.AGE_MAX.plus(MILLI));
          }
        };

    assertThat(write(A).committed()).isTrue();

    assertThat(isListed(A)).isFalse();
    assertThat(parts.unfinished.all()).containsExactly(A);
  }

  @Test
  void attempt_fencedSession_isAConflictBeforeTheCommit() {
    assertThatThrownBy(
            () ->
                attempts.attempt(
                    Durability.SYNCED,
                    null,
                    transaction -> {
                      put(transaction, A, "new");
                      parts.fence();
                      parts.membership.renew();
                      return null;
                    }))
        .isInstanceOf(ConflictException.class);

    requireUntouched(A);
  }
}
