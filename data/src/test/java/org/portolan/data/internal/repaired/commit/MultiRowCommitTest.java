package org.portolan.data.internal.repaired.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.portolan.data.Trace;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.commit.MultiRowCommit.Committed;
import org.portolan.data.internal.repaired.commit.MultiRowCommit.Decided;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.Outbox.Secondary;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;

class MultiRowCommitTest {
  private static final long WRITE = 77;
  private static final RowKey A = page("A");
  private static final RowKey B = page("B");
  private static final RowKey LAST = page("L");

  private final Parts parts = new Parts();
  private final MultiRowCommit commit =
      new MultiRowCommit(parts.store, new RowCommit(parts.store, parts.intents), parts.intents);
  private final List<RowKey> leftLocked = new ArrayList<>();
  private final List<RowKey> mayComeLate = new ArrayList<>();
  private final AtomicInteger writes = new AtomicInteger();
  private final FollowUp follows = Parts.content(page("F"), "follows", NOW);

  private RowPlan plan(RowKey row) {
    return plan(row, WRITE);
  }

  private RowPlan plan(RowKey row, long write) {
    WriteState before = parts.store.state(row);
    return new RowPlan(
        row,
        before,
        before.next(before.nextVersion(NOW), write),
        List.of(Parts.content(row, "new", NOW)),
        new Outbox(List.of(follows), List.of()),
        List.of(),
        parts.runtime.stopwatch());
  }

  private List<RowPlan> plans() {
    return List.of(plan(A), plan(B), plan(LAST));
  }

  private List<Committed> together(List<RowPlan> plans) {
    return together(plans, () -> {});
  }

  private List<Committed> together(List<RowPlan> plans, Runnable beforeDeciding) {
    Decided decided =
        commit.commitTogether(plans, Durability.SYNCED, null, beforeDeciding, leftLocked::add);
    parts.store.engine().mutateAll(decided.rolls(), Durability.SYNCED);
    return decided.rows();
  }

  private List<Committed> each(List<RowPlan> plans) {
    return commit.commitEach(plans, Durability.BUFFERED, null, mayComeLate::add);
  }

  /** Does something in place of the n-th batch of writes, or before it. */
  private void before(int batch, Runnable work) {
    parts.engine.beforeWrite =
        mutations -> {
          if (writes.incrementAndGet() == batch) {
            work.run();
          }
        };
  }

  private void requireNothingChanged() {
    for (RowKey row : List.of(A, B, LAST)) {
      assertThat(parts.text(row)).isEmpty();
      assertThat(parts.store.state(row).intent()).isEmpty();
      assertThat(parts.store.state(row).includes(WRITE)).isFalse();
    }
  }

  private void requireCommitted(List<Committed> committed) {
    assertThat(committed).extracting(Committed::row).containsExactly(A, B, LAST);
    for (Committed each : committed) {
      assertThat(parts.text(each.row())).contains("new");
      WriteState state = parts.store.state(each.row());
      assertThat(state.isAt(each.state())).isTrue();
      assertThat(parts.store.outbox(state).followUps()).containsExactly(follows);
    }
  }

  @Test
  void together_nobodyElse_allRowsAreMade() {
    List<Committed> committed = together(plans());

    requireCommitted(committed);
    WriteState decided = parts.store.state(LAST);
    assertThat(parts.store.outbox(decided).secondaries())
        .containsExactly(new Secondary(A, NOW, WRITE), new Secondary(B, NOW, WRITE));
    assertThat(leftLocked).isEmpty();
  }

  /**
   * The new rows may have been made and deleted meanwhile; their removals hide rows that are made
   * now.
   */
  @Test
  void together_locksOfNewRowsHeldUpForHalfADay_areTakenBack() {
    before(1, () -> parts.runtime.pass(Duration.ofHours(13)));

    assertThatThrownBy(() -> together(plans()))
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactlyInAnyOrder(A, B));

    requireNothingChanged();
  }

  @Test
  void together_locksOfRowsThatStandHeldUpForHalfADay_areMade() {
    requireCommitted(together(plans()));
    List<RowPlan> again = Stream.of(A, B, LAST).map(row -> plan(row, WRITE + 1)).toList();
    before(1 + writes.get(), () -> parts.runtime.pass(Duration.ofHours(13)));

    assertThat(together(again)).hasSize(3);
  }

  @Test
  void each_newRowsHeldUpForHalfADay_isRefused() {
    before(1, () -> parts.runtime.pass(Duration.ofHours(13)));

    assertThatThrownBy(() -> each(plans())).isInstanceOf(ConflictException.class);
  }

  @Test
  void together_traced_twoRoundTripsUntilItIsDecided() {
    Trace trace = new Trace();

    commit.commitTogether(plans(), Durability.SYNCED, trace, () -> {}, leftLocked::add);

    assertThat(trace.counts().roundTrips()).isEqualTo(2);
    assertThat(trace.counts().keysWritten()).isEqualTo(3);
  }

  @Test
  void mutations_areThoseThatAreMade() {
    List<RowPlan> plans = plans();
    List<Mutation> foreseen = commit.mutations(plans);
    List<Mutation> made = new ArrayList<>();
    parts.engine.beforeWrite = made::addAll;

    together(plans);

    assertThat(foreseen)
        .extracting(Mutation::rowKey)
        .containsExactlyInAnyOrderElementsOf(made.stream().map(Mutation::rowKey).toList());
    assertThat(foreseen.get(foreseen.size() - 1)).isEqualTo(made.get(2));
    assertThat(foreseen).contains(made.get(0), made.get(1));
  }

  @Test
  void together_oneRowWrittenSince_isAConflictOfThatRow() {
    List<RowPlan> plans = plans();
    WriteState since = parts.put(B, parts.state(NOW, 5));

    assertThatThrownBy(() -> together(plans))
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactly(B));

    requireNothingChanged();
    assertThat(parts.store.state(B)).isEqualTo(since);
    assertThat(leftLocked).isEmpty();
  }

  @Test
  void together_lastRowWrittenSince_rollsTheLocksBack() {
    List<RowPlan> plans = plans();
    parts.put(LAST, parts.state(NOW, 5));

    assertThatThrownBy(() -> together(plans)).isInstanceOf(ConflictException.class);

    requireNothingChanged();
  }

  @Test
  void together_rollBackFails_tellsWhichRowsAreLeftLocked() {
    List<RowPlan> plans = plans();
    parts.put(LAST, parts.state(NOW, 5));
    before(
        3,
        () -> {
          throw new UnavailableException("not now");
        });

    assertThatThrownBy(() -> together(plans)).isInstanceOf(ConflictException.class);

    assertThat(leftLocked).containsExactly(A, B);
    assertThat(parts.store.state(A).intent()).isPresent();
  }

  @Test
  void together_answerToTheLocksLostButMade_goesOn() {
    parts.engine.beforeWrite =
        mutations -> {
          parts.engine.beforeWrite = any -> {};
          parts.engine.mutateAll(mutations, Durability.SYNCED);
          throw new OutcomeUnknownException("lost");
        };

    requireCommitted(together(plans()));
  }

  /** Too few replicas may have a lock, and then another writer may not see it. */
  @Test
  void together_locksMadeButPerhapsNotForAll_isAConflict() {
    parts.engine.beforeWrite =
        mutations -> {
          parts.engine.beforeWrite = any -> {};
          parts.engine.mutateAll(mutations, Durability.SYNCED);
          loseNextAnswer();
          throw new OutcomeUnknownException("lost");
        };

    assertThatThrownBy(() -> together(plans()))
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactlyInAnyOrder(A, B));
    requireNothingChanged();
  }

  private void loseNextAnswer() {
    parts.engine.beforeWrite =
        mutations -> {
          parts.engine.beforeWrite = any -> {};
          throw new OutcomeUnknownException("lost again");
        };
  }

  @Test
  void together_locksLost_isAConflict() {
    before(
        1,
        () -> {
          throw new OutcomeUnknownException("lost");
        });

    assertThatThrownBy(() -> together(plans()))
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactlyInAnyOrder(A, B));

    requireNothingChanged();
  }

  @Test
  void together_locksMadeTwiceByTheEngine_goesOn() {
    parts.engine.beforeWrite =
        mutations -> {
          parts.engine.beforeWrite = any -> {};
          // The second time, the condition is false.
          parts.engine.mutateAll(mutations, Durability.SYNCED);
        };

    requireCommitted(together(plans()));
  }

  @Test
  void together_decidedButNotRolledForward_isFoundDecided() {
    commit.commitTogether(plans(), Durability.SYNCED, null, () -> {}, leftLocked::add);

    assertThat(parts.text(LAST)).contains("new");
    assertThat(parts.text(A)).isEmpty();
    assertThat(parts.intents.resolve(A, Intents.GRACE_BY_CLOCK)).isEqualTo(Intents.Resolved.DONE);
    assertThat(parts.text(A)).contains("new");
    assertThat(leftLocked).isEmpty();
  }

  @Test
  void together_refusedBeforeTheDecision_rollsTheLocksBack() {
    Runnable refusing =
        () -> {
          assertThat(parts.store.state(A).intent()).isPresent();
          throw new UnavailableException("the last row cannot be registered");
        };

    assertThatThrownBy(() -> together(plans(), refusing)).isInstanceOf(UnavailableException.class);

    requireNothingChanged();
  }

  @Test
  void together_decisionUnknown_leavesTheLocks() {
    List<RowPlan> plans = plans();
    before(
        2,
        () -> {
          parts.engine.reads =
              gets -> {
                throw new UnavailableException("no answer");
              };
          throw new OutcomeUnknownException("lost");
        });

    assertThatThrownBy(() -> together(plans)).isInstanceOf(OutcomeUnknownException.class);

    assertThat(writes).as("locks and decision").hasValue(2);
    assertThat(leftLocked).isEmpty();
  }

  @Test
  void each_nobodyElse_theLastRowAfterTheOthers() {
    List<RowKey> order = new ArrayList<>();
    parts.engine.beforeWrite =
        mutations -> mutations.forEach(mutation -> order.add(mutation.rowKey()));

    requireCommitted(each(plans()));

    assertThat(order).containsExactly(A, B, LAST);
  }

  @Test
  void each_oneRowWrittenSince_isAConflictOfThatRowBeforeTheLast() {
    List<RowPlan> plans = plans();
    parts.put(B, parts.state(NOW, 5));

    assertThatThrownBy(() -> each(plans))
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactly(B));

    assertThat(parts.text(A)).contains("new");
    assertThat(parts.text(LAST)).isEmpty();
    assertThat(mayComeLate).isEmpty();
  }

  @Test
  void each_answersLostButMade_goesOn() {
    parts.engine.beforeWrite =
        mutations -> {
          parts.engine.beforeWrite = any -> {};
          parts.engine.mutateAll(mutations, Durability.SYNCED);
          throw new OutcomeUnknownException("lost");
        };

    requireCommitted(each(plans()));
  }

  @Test
  void each_answersLostAndNothingMade_isAConflict() {
    before(
        1,
        () -> {
          throw new OutcomeUnknownException("lost");
        });

    assertThatThrownBy(() -> each(plans())).isInstanceOf(ConflictException.class);
    requireNothingChanged();
    assertThat(mayComeLate).containsExactly(A, B);
  }

  @Test
  void each_traced_twoRoundTrips() {
    Trace trace = new Trace();

    commit.commitEach(plans(), Durability.BUFFERED, trace, mayComeLate::add);

    assertThat(trace.counts().roundTrips()).isEqualTo(2);
    assertThat(trace.counts().keysWritten()).isEqualTo(3);
  }
}
