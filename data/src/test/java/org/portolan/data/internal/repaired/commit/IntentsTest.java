package org.portolan.data.internal.repaired.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.commit.Intents.Resolved;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.Intent;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.Outbox.Secondary;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;

class IntentsTest {
  private static final RowKey ROW = page("A");
  private static final RowKey PRIMARY = page("P");
  private static final long WRITE = 77;
  private static final Duration MILLI = Duration.ofMillis(1);

  private final Parts parts = new Parts();
  private final FollowUp carried = Parts.content(page("B"), "carried", NOW - 5);
  private final FollowUp follows = Parts.content(page("C"), "follows", NOW);

  @AfterEach
  void close() {
    parts.close();
  }

  private RowPlan plan(RowKey row, WriteState before, long version) {
    return new RowPlan(
        row,
        before,
        before.next(version, WRITE),
        List.of(Parts.content(row, "new", version)),
        new Outbox(List.of(carried, follows), List.of()),
        List.of(carried),
        parts.runtime.stopwatch());
  }

  /** Locks the row for a write whose primary has not decided. */
  private WriteState lock(long version) {
    return parts.put(
        ROW, parts.intents.locked(plan(ROW, parts.store.state(ROW), version), PRIMARY));
  }

  private WriteState decide(WriteState locked) {
    Secondary secondary = new Secondary(ROW, locked.version(), WRITE);
    WriteState before = parts.store.state(PRIMARY);
    return parts.put(
        PRIMARY,
        before
            .next(before.nextVersion(NOW), WRITE)
            .with(
                parts.store.outboxes().pack(new Outbox(List.of(), List.of(secondary))),
                Optional.empty()));
  }

  private Resolved resolve() {
    return parts.intents.resolve(ROW, Intents.GRACE_BY_CLOCK);
  }

  private void requireRolledBack(WriteState locked) {
    WriteState back = parts.store.state(ROW);
    assertThat(back.intent()).isEmpty();
    assertThat(back.version()).isEqualTo(locked.version() + 1);
    assertThat(back.includes(WRITE)).as("says that the write was made").isFalse();
    assertThat(parts.store.outbox(back).followUps()).containsExactly(carried);
    assertThat(parts.text(ROW)).isEmpty();
  }

  private void requireRolledForward(WriteState locked) {
    WriteState rolled = parts.store.state(ROW);
    assertThat(rolled.intent()).isEmpty();
    assertThat(rolled.version()).isEqualTo(locked.version() + 1);
    assertThat(rolled.includes(WRITE)).isTrue();
    assertThat(parts.store.outbox(rolled).followUps()).containsExactly(carried, follows);
    assertThat(parts.text(ROW)).contains("new");
  }

  @Test
  void locked_keepsWhatWasCarriedInCaseItIsRolledBack() {
    WriteState locked = lock(NOW);

    assertThat(parts.store.outbox(locked).followUps()).containsExactly(carried);
    Intent intent = parts.store.intent(locked).orElseThrow();
    assertThat(intent.primary()).isEqualTo(PRIMARY);
    assertThat(intent.write()).isEqualTo(WRITE);
    assertThat(intent.outbox().followUps()).containsExactly(carried, follows);
  }

  @Test
  void resolve_noIntent_isDone() {
    parts.put(ROW, parts.state(NOW, 1));

    assertThat(resolve()).isEqualTo(Resolved.DONE);
  }

  @Test
  void resolve_undecided_isYoungUntilItWasSeenForTheGrace() {
    WriteState locked = lock(NOW);

    assertThat(resolve()).isEqualTo(Resolved.YOUNG);
    parts.runtime.pass(Intents.GRACE.minus(MILLI));
    assertThat(resolve()).isEqualTo(Resolved.YOUNG);
    assertThat(parts.store.state(ROW)).isEqualTo(locked);
    parts.runtime.pass(MILLI);
    assertThat(resolve()).isEqualTo(Resolved.DONE);
    requireRolledBack(locked);
  }

  @Test
  void resolve_undecidedOfAWriterAheadOfAllClocks_isRolledBackAfterTheGrace() {
    WriteState locked = lock(NOW + Duration.ofDays(1).toMillis());

    assertThat(resolve()).isEqualTo(Resolved.YOUNG);
    parts.runtime.pass(Intents.GRACE);
    assertThat(resolve()).isEqualTo(Resolved.DONE);
    requireRolledBack(locked);
  }

  @Test
  void resolve_undecidedOldByTheClock_isRolledBackAtTheFirstLook() {
    WriteState locked = lock(NOW);
    parts.runtime.moveWall(Intents.GRACE_BY_CLOCK.minus(MILLI));
    assertThat(resolve()).isEqualTo(Resolved.YOUNG);
    parts.runtime.moveWall(MILLI);

    assertThat(resolve()).isEqualTo(Resolved.DONE);
    requireRolledBack(locked);
  }

  @Test
  void resolve_undecided_voidsTheCommitOfItsPrimary() {
    FollowUp left = Parts.content(page("D"), "left", NOW);
    WriteState before = parts.put(PRIMARY, parts.state(NOW - 9, 3, left));
    lock(NOW);
    RowPlan deciding = plan(PRIMARY, before, NOW);
    parts.runtime.moveWall(Intents.GRACE_BY_CLOCK);

    resolve();

    WriteState raised = parts.store.state(PRIMARY);
    assertThat(raised.reachesBackTo(before)).isTrue();
    assertThat(parts.store.outbox(raised).followUps()).containsExactly(left);
    assertThat(parts.store.tried(deciding.commit(parts.store.outboxes()))).isFalse();
  }

  @Test
  void resolve_undecidedWhosePrimaryIsLockedItself_leavesThePrimary() {
    Intent other = new Intent(List.of(), Outbox.EMPTY, page("Q"), 5);
    WriteState locking =
        parts.put(
            PRIMARY,
            parts
                .state(NOW, 5)
                .with(Optional.empty(), Optional.of(parts.store.outboxes().pack(other))));
    WriteState locked = lock(NOW);
    parts.runtime.moveWall(Intents.GRACE_BY_CLOCK);

    assertThat(resolve()).isEqualTo(Resolved.DONE);

    requireRolledBack(locked);
    assertThat(parts.store.state(PRIMARY)).isEqualTo(locking);
  }

  @Test
  void resolve_undecidedWhosePrimaryListsALateReceipt_doesNotListItTwice() {
    parts.put(PRIMARY, parts.state(NOW, 3, Parts.receipt(parts.pages(), NOW, 3, 1)));
    WriteState locked = lock(NOW);
    parts.runtime.moveWall(Intents.GRACE_BY_CLOCK);

    assertThat(resolve()).isEqualTo(Resolved.DONE);

    requireRolledBack(locked);
    assertThat(parts.receiptsOf(parts.pages())).containsExactly(NOW);
    assertThat(parts.store.state(PRIMARY).isSettled()).isTrue();
  }

  @Test
  void resolve_decided_isRolledForwardHoweverYoung() {
    WriteState locked = lock(NOW);
    decide(locked);

    assertThat(resolve()).isEqualTo(Resolved.DONE);

    requireRolledForward(locked);
  }

  @Test
  void resolve_decidedWhileItsPrimaryIsRaised_isRolledForward() {
    WriteState locked = lock(NOW);
    parts.runtime.moveWall(Intents.GRACE_BY_CLOCK);
    AtomicBoolean once = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(PRIMARY) && once.compareAndSet(false, true)) {
            decide(locked);
          }
        };

    assertThat(resolve()).isEqualTo(Resolved.DONE);

    requireRolledForward(locked);
  }

  @Test
  void resolve_primaryWentOnAndListsOthers_isNotRolledBack() {
    WriteState locked = lock(NOW);
    WriteState decided = decide(locked);
    // The primary shows that the row was rolled forward and cleared; a stale read of the row must
    // not undo it.
    parts.put(PRIMARY, decided.with(Optional.empty(), Optional.empty()));
    parts.runtime.moveWall(Intents.GRACE_BY_CLOCK);

    assertThat(resolve()).isEqualTo(Resolved.UNDECIDED);
    assertThat(parts.store.state(ROW)).isEqualTo(locked);
  }

  @Test
  void rollForward_lockedRow_isMadeTrue() {
    WriteState locked = lock(NOW);

    assertThat(parts.intents.rollForward(new Secondary(ROW, locked.version(), WRITE))).isTrue();

    requireRolledForward(locked);
  }

  @Test
  void rollForward_stateOlderThanTheLock_isAStaleRead() {
    parts.put(ROW, parts.state(NOW - 1, 3));

    assertThat(parts.intents.rollForward(new Secondary(ROW, NOW, WRITE))).isFalse();
  }

  @Test
  void rollForward_rolledForwardBefore_hasNothingToDo() {
    WriteState locked = lock(NOW);
    Secondary secondary = new Secondary(ROW, locked.version(), WRITE);
    parts.intents.rollForward(secondary);
    WriteState rolled = parts.store.state(ROW);

    assertThat(parts.intents.rollForward(secondary)).isTrue();
    assertThat(parts.store.state(ROW)).isEqualTo(rolled);
  }

  @Test
  void rollForward_lockedByAnotherWriteSince_leavesTheRow() {
    WriteState locked = lock(NOW);

    assertThat(parts.intents.rollForward(new Secondary(ROW, NOW - 1, WRITE + 1))).isTrue();
    assertThat(parts.store.state(ROW)).isEqualTo(locked);
  }

  @Test
  void rollForward_rowWithoutState_isGoneOnlyIfItsRemainsMayHaveBeenRemoved() {
    Secondary secondary = new Secondary(ROW, NOW, WRITE);

    parts.runtime.moveWall(WriteState.KEEP_DELETED.minus(MILLI));
    assertThat(parts.intents.rollForward(secondary)).isFalse();
    parts.runtime.moveWall(MILLI);
    assertThat(parts.intents.rollForward(secondary)).isTrue();
  }

  @Test
  void rollForward_ofALongHeldUpWriter_isMadeAllTheSame() {
    WriteState locked = lock(NOW);
    parts.runtime.moveWall(WriteState.KEEP_DELETED);

    assertThat(parts.intents.rollForward(new Secondary(ROW, locked.version(), WRITE))).isTrue();

    requireRolledForward(locked);
  }

  @Test
  void rollForward_answerFalse_looksAgain() {
    WriteState locked = lock(NOW);
    parts.engine.swallowed = mutations -> true;

    assertThat(parts.intents.rollForward(new Secondary(ROW, locked.version(), WRITE))).isFalse();
  }

  /** Once the deciding row no longer lists the row, no other process rolls it forward. */
  @Test
  void rollForward_seenRolledForwardButPerhapsNotByAll_isNotDone() {
    WriteState locked = lock(NOW);
    Secondary secondary = new Secondary(ROW, locked.version(), WRITE);
    assertThat(parts.intents.rollForward(secondary)).isTrue();
    parts.engine.beforeWrite =
        mutations -> {
          throw new OutcomeUnknownException("lost");
        };

    assertThat(parts.intents.rollForward(secondary)).isFalse();
  }

  @Test
  void raised_stateWithAnIntent_keepsIt() {
    WriteState locked = lock(NOW);

    parts.store.tried(parts.intents.raised(ROW, locked, Outbox.EMPTY));

    WriteState raised = parts.store.state(ROW);
    assertThat(raised.version()).isEqualTo(NOW + 1);
    assertThat(raised.intent()).isEqualTo(locked.intent());
    assertThat(raised.outbox()).isEmpty();
  }
}
