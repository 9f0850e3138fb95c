package org.portolan.data.internal.repaired.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.Trace;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

class RowCommitTest {
  private static final RowKey ROW = page("A");
  private final OutcomeUnknownException lost = new OutcomeUnknownException("lost");

  private final Parts parts = new Parts();
  private final RowCommit commit = new RowCommit(parts.store, parts.intents);
  private final AtomicInteger reads = new AtomicInteger();

  private RowPlan plan(WriteState before, long version, long write, FollowUp... carried) {
    return new RowPlan(
        ROW,
        before,
        before.next(version, write),
        List.of(Parts.content(ROW, "new", version)),
        Outbox.EMPTY,
        List.of(carried),
        parts.runtime.stopwatch());
  }

  private void commit(RowPlan plan) {
    commit.commit(plan, Durability.SYNCED, null);
  }

  /** Settles a commit that was sent just now. */
  private boolean settle(RowPlan plan, OutcomeUnknownException failure) {
    return commit.settle(plan, failure, parts.runtime.stopwatch());
  }

  /** Lets each read of a row fail after some time. */
  private void failReads(Duration taking) {
    parts.engine.reads =
        gets -> {
          reads.incrementAndGet();
          parts.runtime.pass(taking);
          throw new UnavailableException("no answer");
        };
  }

  @Test
  void commit_stateAsBefore_isMade() {
    RowPlan plan = plan(WriteState.NONE, NOW, 7);

    commit(plan);

    assertThat(parts.text(ROW)).contains("new");
    assertThat(parts.store.state(ROW)).isEqualTo(plan.after());
  }

  @Test
  void commit_anotherWriteSince_isAConflict() {
    WriteState before = parts.put(ROW, WriteState.NONE.next(NOW, 1));
    WriteState since = parts.put(ROW, before.next(NOW + 1, 2));

    assertThatThrownBy(() -> commit(plan(before, NOW + 1, 7)))
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactly(ROW));

    assertThat(parts.store.state(ROW)).isEqualTo(since);
    assertThat(parts.text(ROW)).isEmpty();
  }

  @Test
  void settle_stateAsBefore_raisesItsVersionAndKeepsWhatWasCarried() {
    FollowUp carried = Parts.content(page("B"), "left", NOW);
    WriteState before = parts.put(ROW, parts.state(NOW, 1, carried));
    RowPlan plan = plan(before, NOW + 1, 7, carried);

    assertThat(settle(plan, lost)).isFalse();

    WriteState raised = parts.store.state(ROW);
    assertThat(raised.version()).isGreaterThan(NOW);
    assertThat(raised.reachesBackTo(before)).isTrue();
    assertThat(parts.store.outbox(raised).followUps()).containsExactly(carried);
    // If the commit still arrives, it finds its condition false.
    assertThat(parts.store.tried(plan.commit(parts.store.outboxes()))).isFalse();
  }

  @Test
  void settle_writeIncluded_wasCommitted() {
    RowPlan plan = plan(WriteState.NONE, NOW, 7);
    WriteState after = parts.put(ROW, plan.after());
    assertThat(settle(plan, lost)).isTrue();
    parts.put(ROW, after.next(NOW + 1, 8));

    assertThat(settle(plan, lost)).isTrue();
  }

  private AtomicInteger loseFirstAnswer() {
    AtomicInteger writes = new AtomicInteger();
    parts.engine.beforeWrite =
        mutations -> {
          if (writes.incrementAndGet() == 1) {
            throw lost;
          }
        };
    return writes;
  }

  @Test
  void settle_writeIncludedButPerhapsNotForAll_looksAgain() {
    RowPlan plan = plan(WriteState.NONE, NOW, 7);
    parts.put(ROW, plan.after());
    AtomicInteger writes = loseFirstAnswer();

    assertThat(settle(plan, lost)).isTrue();
    assertThat(writes).hasValue(2);
  }

  @Test
  void settle_writeIncludedAfterAPlainNo_needsNoMore() {
    RowPlan plan = plan(WriteState.NONE, NOW, 7);
    parts.put(ROW, plan.after());
    AtomicInteger writes = loseFirstAnswer();

    assertThat(settle(plan, null)).isTrue();
    assertThat(writes).hasValue(0);
  }

  @Test
  void settle_newRowThatMayHaveBeenDeletedAndForgottenSince_cannotBeTold() {
    RowPlan plan = plan(WriteState.NONE, NOW, 7);
    parts.runtime.pass(WriteState.KEEP_DELETED.dividedBy(4).plusMillis(1));

    assertThatThrownBy(() -> settle(plan, null)).isInstanceOf(OutcomeUnknownException.class);
    assertThatThrownBy(() -> settle(plan, lost)).isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void settle_anotherStateOfALowerVersion_wasNotCommitted() {
    WriteState state = parts.put(ROW, WriteState.NONE.next(NOW, 1));
    for (int write = 2; write <= 6; write++) {
      state = parts.put(ROW, state.next(NOW + write, write));
    }

    assertThat(settle(plan(WriteState.NONE, NOW + 7, 7), lost)).isFalse();
    assertThatThrownBy(() -> settle(plan(WriteState.NONE, NOW + 6, 7), lost))
        .isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void settle_pastKnownWithoutTheWrite_wasNotCommitted() {
    WriteState before = parts.put(ROW, WriteState.NONE.next(NOW, 1));
    parts.put(ROW, before.next(NOW + 1, 2));

    assertThat(settle(plan(before, NOW + 1, 7), lost)).isFalse();
  }

  @Test
  void settle_pastForgotten_cannotBeTold() {
    WriteState before = parts.put(ROW, WriteState.NONE.next(NOW, 1));
    WriteState state = before;
    for (int write = 2; write <= 6; write++) {
      state = parts.put(ROW, state.next(NOW + write, write));
    }

    assertThatThrownBy(() -> settle(plan(before, NOW + 1, 7), lost))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasMessageContaining("it is unknown whether the write of row")
        .hasCause(lost);
  }

  @Test
  void settle_pastForgottenButConditionWasFalse_wasNotCommitted() {
    WriteState before = parts.put(ROW, WriteState.NONE.next(NOW, 1));
    WriteState state = before;
    for (int write = 2; write <= 6; write++) {
      state = parts.put(ROW, state.next(NOW + write, write));
    }

    assertThat(settle(plan(before, NOW + 1, 7), null)).isFalse();
  }

  @Test
  void settle_pastForgottenLongAfterConditionWasFalse_cannotBeTold() {
    WriteState before = parts.put(ROW, WriteState.NONE.next(NOW, 1));
    WriteState state = before;
    for (int write = 2; write <= 6; write++) {
      state = parts.put(ROW, state.next(NOW + write, write));
    }
    Stopwatch sent = parts.runtime.stopwatch();
    parts.runtime.pass(Duration.ofSeconds(6));

    assertThatThrownBy(() -> commit.settle(plan(before, NOW + 1, 7), null, sent))
        .isInstanceOf(OutcomeUnknownException.class);
  }

  @Test
  void settle_rowThatCannotBeRead_isLookedAtForAWhile() {
    failReads(Duration.ZERO);

    assertThatThrownBy(() -> settle(plan(WriteState.NONE, NOW, 7), lost))
        .isInstanceOf(OutcomeUnknownException.class)
        .hasCauseInstanceOf(UnavailableException.class);

    assertThat(reads).hasValue(20);
  }

  @Test
  void settle_readsThatTakeLong_endsAfterHalfAMinute() {
    failReads(Duration.ofSeconds(10));

    assertThatThrownBy(() -> settle(plan(WriteState.NONE, NOW, 7), lost))
        .isInstanceOf(OutcomeUnknownException.class);

    // With the waits in between, thirty seconds have passed after the third read.
    assertThat(reads.get()).isBetween(3, 4);
  }

  @Test
  void settle_afterHalfAMinute_looksOnceMore() {
    failReads(Duration.ofSeconds(30));

    assertThatThrownBy(() -> settle(plan(WriteState.NONE, NOW, 7), lost))
        .isInstanceOf(OutcomeUnknownException.class);

    assertThat(reads).hasValue(2);
  }

  @Test
  void settle_stateAsBeforeButWrittenMeanwhile_looksAgain() {
    WriteState before = parts.put(ROW, WriteState.NONE.next(NOW, 1));
    RowPlan plan = plan(before, NOW + 1, 7);
    AtomicBoolean once = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (once.compareAndSet(false, true)) {
            // The commit arrives between the look and the raising.
            parts.store.tried(plan.commit(parts.store.outboxes()));
          }
        };

    assertThat(settle(plan, lost)).isTrue();
    assertThat(parts.text(ROW)).contains("new");
  }

  @Test
  void commit_traced_isOneRoundTripOfOneRow() {
    Trace trace = new Trace();

    commit.commit(plan(WriteState.NONE, NOW, 7), Durability.SYNCED, trace);

    assertThat(trace.counts().keysWritten()).isEqualTo(1);
    assertThat(trace.counts().roundTrips()).isEqualTo(1);
  }

  @Test
  void settle_interrupted_cannotBeToldAndStaysInterrupted() {
    parts.engine.reads =
        gets -> {
          throw new UnavailableException("no answer");
        };
    parts.runtime.interruptNextSleep();

    assertThatThrownBy(() -> settle(plan(WriteState.NONE, NOW, 7), lost))
        .isInstanceOf(OutcomeUnknownException.class);

    assertThat(Thread.interrupted()).isTrue();
  }
}
