package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.recovery.SessionRecovery.Recovered;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.Intent;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.Ticket;
import org.portolan.engine.ConflictException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

class SessionRecoveryTest {
  private static final RowKey A = page("A");
  private static final RowKey B = page("B");

  private final Parts parts = new Parts();
  private final SessionRecovery recovery =
      new SessionRecovery(parts.store, parts.sessions, parts.finisher, parts.intents);
  private final FollowUp follows = Parts.content(page("F"), "follows", NOW);

  @AfterEach
  void close() {
    parts.engine.beforeWrite = mutations -> {};
    parts.close();
  }

  /** Returns a session that has registered rows; its process does nothing more. */
  private SessionRecord dead(RowKey... rows) {
    Ticket ticket = parts.membership.begin();
    ticket.require(List.of(rows));
    return parts.sessions.all().get(0);
  }

  private void requireGone() {
    assertThat(parts.sessions.all()).isEmpty();
  }

  @Test
  void end_settledRows_areChangedSoThatACommitOnItsWayIsVoid() {
    WriteState written = parts.put(A, parts.state(NOW, 5));
    SessionRecord dead = dead(A, B);

    assertThat(recovery.end(dead)).isEqualTo(new Recovered(2, 0, 0));

    assertThat(parts.store.state(A).isAt(written)).isFalse();
    assertThat(parts.store.state(A).includes(5)).isTrue();
    assertThat(parts.store.state(B).exists()).isTrue();
    requireGone();
  }

  @Test
  void end_rowWithAnOutbox_isFinishedAndChanged() {
    WriteState left = parts.put(A, parts.state(NOW, 5, follows));

    assertThat(recovery.end(dead(A, B))).isEqualTo(new Recovered(2, 1, 0));

    WriteState after = parts.store.state(A);
    assertThat(after.isSettled()).isTrue();
    assertThat(after.isAt(left)).isFalse();
    assertThat(parts.text(page("F"))).contains("follows");
    requireGone();
  }

  @Test
  void end_rowWithAYoungIntent_waitsForItsGrace() {
    Intent intent = new Intent(List.of(), Outbox.EMPTY, page("P"), 5);
    parts.put(
        A,
        parts
            .state(NOW, 5)
            .with(Optional.empty(), Optional.of(parts.store.outboxes().pack(intent))));

    assertThat(recovery.end(dead(A))).isEqualTo(new Recovered(1, 1, 0));

    assertThat(parts.store.state(A).intent()).isEmpty();
    assertThat(parts.runtime.wallMillis()).isBetween(NOW + 2_000, NOW + 2_100);
    requireGone();
  }

  @Test
  void end_renewedSince_isLeftToTheNextAttempt() {
    SessionRecord dead = dead(A);
    parts.membership.renew();

    assertThat(recovery.end(dead)).isEqualTo(new Recovered(0, 0, 1));

    assertThat(parts.sessions.all().get(0).fenced()).isFalse();
    assertThat(parts.store.state(A).exists()).isFalse();
  }

  @Test
  void end_fencedByAnother_goesOn() {
    SessionRecord dead = dead(A);
    assertThat(parts.sessions.fence(dead)).isTrue();

    assertThat(recovery.end(parts.sessions.all().get(0))).isEqualTo(new Recovered(1, 0, 0));
    requireGone();
  }

  @Test
  void end_rowThatCannotBeFinished_keepsTheSessionButNoOtherRow() {
    parts.put(A, parts.state(NOW, 5, follows));
    SessionRecord dead = dead(A, B);
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(page("F"))) {
            throw new UnavailableException("not now");
          }
        };

    assertThat(recovery.end(dead)).isEqualTo(new Recovered(2, 0, 1));

    assertThat(parts.sessions.all().get(0).fenced()).isTrue();
    assertThat(parts.store.state(B).exists()).isTrue();
    parts.engine.beforeWrite = mutations -> {};
    assertThat(recovery.end(parts.sessions.all().get(0))).isEqualTo(new Recovered(2, 1, 0));
    requireGone();
  }

  @Test
  void end_rowsThatCannotBeReadTogether_areReadOneByOne() {
    SessionRecord dead = dead(A, B);
    var below = parts.engine.reads;
    parts.engine.reads =
        gets -> {
          if (gets.size() > 1) {
            throw new UnavailableException("too many");
          }
          return below.apply(gets);
        };

    assertThat(recovery.end(dead)).isEqualTo(new Recovered(2, 2, 0));
    assertThat(parts.store.state(A).exists()).isTrue();
    requireGone();
  }

  @Test
  void end_rowsThatCannotBeChangedTogether_areChangedOneByOne() {
    SessionRecord dead = dead(A, B);
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.size() > 1 && mutations.get(0).table().equals(A.table())) {
            throw new UnavailableException("too many");
          }
        };

    assertThat(recovery.end(dead)).isEqualTo(new Recovered(2, 2, 0));
    assertThat(parts.store.state(B).exists()).isTrue();
    requireGone();
  }

  @Test
  void end_rowWrittenBetweenLookAndChange_isLookedAtAgain() {
    SessionRecord dead = dead(A, B);
    AtomicBoolean once = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).table().equals("page") && once.compareAndSet(false, true)) {
            parts.put(A, parts.state(NOW, 5, follows));
          }
        };

    assertThat(recovery.end(dead)).isEqualTo(new Recovered(2, 1, 0));

    assertThat(parts.text(page("F"))).contains("follows");
    assertThat(parts.store.state(A).isSettled()).isTrue();
    requireGone();
  }

  @Test
  void end_rowRegisteredWhileItIsFenced_isFinishedToo() {
    SessionRecord dead = dead(A);
    AtomicBoolean once = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(A) && once.compareAndSet(false, true)) {
            parts.put(B, parts.state(NOW, 5, follows));
            // Its page is written nevertheless, as that of an earlier release.
            Ticket fenced = parts.membership.begin();
            assertThatThrownBy(() -> fenced.require(List.of(B)))
                .isInstanceOf(ConflictException.class);
          }
        };

    assertThat(recovery.end(dead)).isEqualTo(new Recovered(2, 1, 0));

    assertThat(parts.store.state(B).isSettled()).isTrue();
    requireGone();
  }

  @Test
  void end_rows_getVersionsAboveTheCeiling() {
    parts.put(A, parts.state(NOW, 5));
    SessionRecord dead = dead(A, B);

    recovery.end(dead);

    assertThat(parts.store.state(A).version()).isGreaterThan(dead.ceiling());
    assertThat(parts.store.state(B).version()).isGreaterThan(dead.ceiling());
  }

  /** Rows that the session has not registered get such versions by sessions that join later. */
  @Test
  void end_sessionsThatJoinLater_beginAboveTheCeiling() {
    SessionRecord dead = dead(A);

    recovery.end(dead);

    assertThat(parts.sessions.horizon()).isGreaterThanOrEqualTo(dead.ceiling());
  }

  @Test
  void end_horizonThatCannotBeRaised_keepsTheSession() {
    SessionRecord dead = dead(A);
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).key().equals(Tuple.of(0L, 0))) {
            throw new OutcomeUnknownException("no answer", null);
          }
        };

    assertThat(recovery.end(dead)).isEqualTo(new Recovered(1, 0, 1));

    assertThat(parts.sessions.all().get(0).fenced()).isTrue();
    parts.engine.beforeWrite = mutations -> {};
    assertThat(recovery.end(parts.sessions.all().get(0)).pending()).isZero();
    requireGone();
  }

  @Test
  void end_manyRows_inBatches() {
    RowKey[] rows = IntStream.range(0, 501).mapToObj(n -> page("R" + n)).toArray(RowKey[]::new);
    SessionRecord dead = dead(rows);
    AtomicInteger largest = new AtomicInteger();
    parts.engine.beforeWrite = mutations -> largest.accumulateAndGet(mutations.size(), Math::max);

    assertThat(recovery.end(dead)).isEqualTo(new Recovered(501, 0, 0));

    assertThat(largest).hasValue(500);
    for (RowKey row : rows) {
      assertThat(parts.store.state(row).exists()).isTrue();
    }
    requireGone();
  }

  @Test
  void end_interrupted_isLeftToTheNextAttemptAndStaysInterrupted() {
    Intent intent = new Intent(List.of(), Outbox.EMPTY, page("P"), 5);
    parts.put(
        A,
        parts
            .state(NOW, 5)
            .with(Optional.empty(), Optional.of(parts.store.outboxes().pack(intent))));
    SessionRecord dead = dead(A);
    parts.runtime.interruptNextSleep();

    assertThat(recovery.end(dead)).isEqualTo(new Recovered(1, 0, 1));

    assertThat(Thread.interrupted()).isTrue();
  }
}
