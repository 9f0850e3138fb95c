package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.receipt;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.internal.counter.CounterReceipts.Base;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.types.Tuple;

class CounterFoldTest {
  private static final Duration KEEP = Duration.ofSeconds(60);
  private static final Duration MILLI = Duration.ofMillis(1);

  private Parts parts = new Parts();
  private CounterFold fold = new CounterFold(parts.store, parts.sessions);

  private void on(boolean rows) {
    parts = new Parts(rows);
    fold = new CounterFold(parts.store, parts.sessions);
  }

  /** Puts the session of another process, renewed with a floor, into the store. */
  private void putSession(long id, long floor) {
    parts.engine.mutate(
        Mutation.of(
                SessionTable.NAME,
                Tuple.of(id, 0),
                new Change.PutColumns("session", List.of(1L, floor, false, NOW, "other")))
            .on(new Condition.Absent("session"))
            .at(1),
        Durability.SYNCED);
  }

  private void putReceipts(long... versions) {
    for (long version : versions) {
      parts.put(receipt(parts.pages(), version, 1, 2));
    }
  }

  private static boolean raisesHorizon(List<Mutation> mutations) {
    return mutations.get(0).table().equals(SessionTable.NAME)
        && mutations.get(0).key().equals(Tuple.of(0L, 0));
  }

  @Test
  void fold_noSession_foldsUpToTheNewestReceipt() {
    parts.putBase(parts.pages(), 100, 10);
    putReceipts(11, 15);
    parts.put(receipt(parts.views(), 12, 1, 5));

    assertThat(fold.fold()).isEqualTo(3);

    assertThat(parts.base(parts.pages())).isEqualTo(new Base(104, 15, NOW));
    assertThat(parts.base(parts.views()).total()).isEqualTo(5);
    assertThat(parts.sessions.horizon()).isEqualTo(15);
    assertThat(fold.fold()).isZero();
  }

  @Test
  void fold_nothingToFold_leavesTheHorizon() {
    assertThat(fold.fold()).isZero();

    assertThat(parts.sessions.horizon()).isZero();
  }

  @Test
  void fold_sessionsAtWork_foldsBelowTheLowestFloor() {
    putSession(1, 20);
    putSession(2, 13);
    putReceipts(11, 12, 13, 25);

    assertThat(fold.fold()).isEqualTo(2);

    assertThat(parts.base(parts.pages()).total()).isEqualTo(4);
    assertThat(parts.base(parts.pages()).watermark()).isEqualTo(12);
    assertThat(parts.sessions.horizon()).isEqualTo(12);
  }

  @Test
  void fold_sessionThatIsJoining_waits() {
    putSession(1, 0);
    putReceipts(11);

    assertThat(fold.fold()).isZero();

    assertThat(parts.base(parts.pages()).watermark()).isEqualTo(Long.MIN_VALUE);
    assertThat(parts.sessions.horizon()).isZero();
  }

  @Test
  void fold_sessionAtTheLowestFloor_waits() {
    putSession(1, 1);
    putReceipts(11);
    List<Mutation> written = new ArrayList<>();
    parts.engine.beforeWrite = written::addAll;

    assertThat(fold.fold()).isZero();
    assertThat(written).isEmpty();
  }

  @Test
  void fold_sessionThatJoinsBeforeTheHorizonIsRaised_foldsBelowItsFloor() {
    putReceipts(11, 12, 13);
    AtomicBoolean once = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (raisesHorizon(mutations) && once.compareAndSet(false, true)) {
            putSession(1, 12);
          }
        };

    assertThat(fold.fold()).isEqualTo(1);

    assertThat(parts.base(parts.pages()).watermark()).isEqualTo(11);
  }

  @Test
  void fold_horizonThatCannotBeRaised_waits() {
    putReceipts(11);
    parts.engine.beforeWrite =
        mutations -> {
          if (raisesHorizon(mutations)) {
            throw new OutcomeUnknownException("lost");
          }
        };

    assertThat(fold.fold()).isZero();

    assertThat(parts.base(parts.pages()).watermark()).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void fold_baseChangedMeanwhile_isNotFoldedTwice() {
    parts.putBase(parts.pages(), 0, 10);
    putReceipts(11);
    AtomicBoolean once = new AtomicBoolean();
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).table().equals("counters") && once.compareAndSet(false, true)) {
            parts.putBase(parts.pages(), 2, 11);
          }
        };

    assertThat(fold.fold()).isZero();

    assertThat(parts.base(parts.pages()).total()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fold_foldedAWhileAgo_isRemoved(boolean rows) {
    on(rows);
    putReceipts(11, 12);
    fold.fold();
    putSession(1, 13);
    putReceipts(13);

    parts.runtime.pass(KEEP);
    fold.fold();
    assertThat(parts.receiptsOf(parts.pages())).containsExactly(11L, 12L, 13L);
    parts.runtime.pass(MILLI);
    fold.fold();
    assertThat(parts.receiptsOf(parts.pages())).containsExactly(13L);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fold_foldedByAnotherProcess_isRemovedAWhileAfterThisOneSawIt(boolean rows) {
    on(rows);
    putReceipts(11, 12);
    parts.putBase(parts.pages(), 4, 12);
    parts.runtime.pass(Duration.ofDays(1));

    fold.fold();
    assertThat(parts.receiptsOf(parts.pages())).containsExactly(11L, 12L);
    parts.runtime.pass(KEEP.plus(MILLI));
    fold.fold();
    assertThat(parts.receiptsOf(parts.pages())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void fold_foldedWhileOthersWaitToBeRemoved_isRemovedAfterThem(boolean rows) {
    on(rows);
    putReceipts(11);
    fold.fold();
    parts.runtime.pass(KEEP.minus(MILLI));
    putReceipts(12);
    assertThat(fold.fold()).isEqualTo(1);

    parts.runtime.pass(MILLI.multipliedBy(2));
    fold.fold();
    assertThat(parts.receiptsOf(parts.pages())).containsExactly(12L);
    parts.runtime.pass(KEEP.plus(MILLI));
    fold.fold();
    assertThat(parts.receiptsOf(parts.pages())).isEmpty();
  }

  @Test
  void fold_veryManyFolded_areRemovedInSeveralMutations() {
    List<FollowUp> receipts = new ArrayList<>();
    for (int version = 1; version <= 2_001; version++) {
      receipts.add(receipt(parts.pages(), version, 1, 1));
    }
    parts.put(receipts.toArray(FollowUp[]::new));
    assertThat(fold.fold()).isEqualTo(2_001);
    parts.runtime.pass(KEEP.plus(MILLI));
    List<Integer> sizes = new ArrayList<>();
    parts.engine.beforeWrite = mutations -> sizes.add(mutations.get(0).changes().size());

    fold.fold();

    assertThat(parts.receiptsOf(parts.pages())).isEmpty();
    // The put of the item that is never removed comes first.
    assertThat(sizes).containsExactly(1, 1_000, 1_000, 1);
  }

  @Test
  void fold_engineThatRemovesRanges_removesInOneChange() {
    on(false);
    putReceipts(11, 12);
    fold.fold();
    parts.runtime.pass(KEEP.plus(MILLI));
    List<Change> changes = new ArrayList<>();
    parts.engine.beforeWrite =
        mutations -> mutations.forEach(mutation -> changes.addAll(mutation.changes()));

    fold.fold();

    assertThat(changes).singleElement().isInstanceOf(Change.DeleteItems.class);
  }

  @Test
  void fold_nothingLeftToRemove_changesNothing() {
    putReceipts(11);
    fold.fold();
    parts.runtime.pass(KEEP.plus(MILLI));
    fold.fold();
    List<Mutation> written = new ArrayList<>();
    parts.engine.beforeWrite = written::addAll;
    parts.runtime.pass(KEEP.plus(MILLI));

    fold.fold();

    assertThat(written).isEmpty();
  }

  @Test
  void correct_baseAsSeen_addsOnce() {
    parts.putBase(parts.pages(), 5, 10);
    Base seen = parts.base(parts.pages());

    assertThat(fold.correct(parts.pages(), seen, -2)).isTrue();
    assertThat(fold.correct(parts.pages(), seen, -2)).isFalse();

    assertThat(parts.base(parts.pages())).isEqualTo(new Base(3, 10, NOW));
  }

  @Test
  void correct_neverFolded_beginsAtTheLowestVersion() {
    assertThat(fold.correct(parts.pages(), parts.base(parts.pages()), 7)).isTrue();

    assertThat(parts.base(parts.pages())).isEqualTo(new Base(7, 1, NOW));
  }
}
