package org.portolan.data.internal.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.portolan.data.Columns;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.internal.read.Access;
import org.portolan.data.internal.repaired.FollowUp.Target;
import org.portolan.data.internal.repaired.Outbox.Secondary;
import org.portolan.data.internal.write.WriteAttempts.Done;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

class RepairedAttemptsTest extends AttemptsFixture {
  private static final RowKey A = page("A");
  private static final RowKey B = page("B");
  private static final RowKey OTHER = page("other");
  private static final Duration MILLI = Duration.ofMillis(1);

  /** What an earlier write has left to be made. */
  private final FollowUp follows = parts.listing(OTHER);

  private static void put(StoreTransaction transaction, RowKey row, String text) {
    transaction.put("page", row.key(), Map.of("text", text, "links", Set.of("target")));
  }

  private Done<String> write(Durability durability, RowKey... rows) {
    return attempts.attempt(
        durability,
        null,
        transaction -> {
          for (RowKey row : rows) {
            put(transaction, row, "new");
          }
          return "result";
        });
  }

  private Done<String> write(RowKey... rows) {
    return write(Durability.SYNCED, rows);
  }

  private boolean isListed(RowKey row) {
    return parts.isListed(row);
  }

  /** Returns an entry whose key no engine takes. */
  private FollowUp never(List<Object> values) {
    Target place = follows.target();
    Tuple key = Tuple.of("x".repeat(1 << 20));
    Target never = new Target(place.table(), place.key(), place.family(), Optional.of(key));
    return new FollowUp(never, values, NOW);
  }

  private long pages() {
    return CounterReceipts.value(new Access(parts.engine, null), parts.pages());
  }

  private boolean isIdle() {
    parts.membership.hasWorked();
    return !parts.membership.hasWorked();
  }

  private static Predicate<List<Mutation>> writes(RowKey row) {
    return mutations -> mutations.stream().anyMatch(each -> each.rowKey().equals(row));
  }

  private static Predicate<List<Mutation>> writesTable(String table) {
    return mutations -> mutations.stream().anyMatch(each -> each.table().equals(table));
  }

  private void fail(Predicate<List<Mutation>> which, Supplier<RuntimeException> failure) {
    parts.engine.beforeWrite =
        mutations -> {
          if (which.test(mutations)) {
            throw failure.get();
          }
        };
  }

  private WriteState locked(long write) {
    Intent intent = new Intent(List.of(), Outbox.EMPTY, page("P"), write);
    return parts
        .state(NOW, write)
        .with(Optional.empty(), Optional.of(parts.store.outboxes().pack(intent)));
  }

  private void requireUntouched(RowKey row) {
    assertThat(parts.text(row)).isEmpty();
    assertThat(parts.store.state(row).exists()).isFalse();
  }

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
  void attempt_rowOfAnEarlierOutbox_takesItOver() {
    parts.put(A, parts.state(NOW, 5, Parts.receipt(parts.views(), NOW, 5, 3), follows));

    write(A);

    assertThat(isListed(OTHER)).isTrue();
    assertThat(parts.receiptsOf(parts.views()))
        .as("and one of this write")
        .hasSize(2)
        .contains(NOW);
    Outbox outbox = parts.store.outbox(parts.store.state(A));
    assertThat(outbox.followUps()).contains(follows);
  }

  @Test
  void attempt_rowWhoseOutboxThisProcessHasMade_doesNotTakeItOver() {
    WriteState left = parts.put(A, parts.state(NOW, 5, follows));
    var ticket = cleaner.begin();
    cleaner.applied(A, left, ticket);
    ticket.release();

    write(A);

    assertThat(isListed(OTHER)).isFalse();
    assertThat(parts.store.outbox(parts.store.state(A)).followUps()).doesNotContain(follows);
  }

  @Test
  void attempt_earlierReceiptThatIsLate_isAConflict() {
    parts.putBase(parts.views(), 0, NOW);
    WriteState left = parts.put(A, parts.state(NOW, 5, Parts.receipt(parts.views(), NOW, 5, 3)));

    assertThatThrownBy(() -> write(A)).isInstanceOf(ConflictException.class);

    assertThat(parts.text(A)).isEmpty();
    assertThat(parts.store.state(A).isAt(left)).isFalse();
    write(A);
    assertThat(parts.text(A)).contains("new");
  }

  @Test
  void attempt_rowsOfAnEarlierWriteThatCannotBeRolledForward_isAConflict() {
    Secondary stale = new Secondary(page("S"), NOW, 7);
    parts.put(A, parts.state(NOW, 7, new Outbox(List.of(), List.of(stale))));

    assertThatThrownBy(() -> write(A)).isInstanceOf(ConflictException.class);
    assertThat(parts.text(A)).isEmpty();
  }

  /** That the outcome of an earlier write's rest is unknown says nothing of this write. */
  @Test
  void attempt_earlierReceiptOfUnknownOutcome_isAConflict() {
    parts.put(A, parts.state(NOW, 5, Parts.receipt(parts.views(), NOW, 5, 3)));
    fail(writesTable("counters"), () -> new OutcomeUnknownException("lost"));

    assertThatThrownBy(() -> write(A))
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactly(A));
    assertThat(parts.text(A)).isEmpty();
  }

  @Test
  void attempt_rowLockedByADeadWriter_waitsUntilItIsRolledBack() {
    parts.put(A, locked(5));

    assertThatThrownBy(() -> write(A))
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactly(A));

    long waited = parts.runtime.wallMillis() - NOW;
    assertThat(waited).isBetween(Intents.GRACE.toMillis(), 2 * Intents.GRACE.toMillis());
    assertThat(parts.store.state(A).intent()).isEmpty();
    assertThat(write(A).committed()).isTrue();
  }

  @Test
  void attempt_interruptedWhileItWaitsForAnother_changesNothingAndStaysInterrupted() {
    parts.put(A, locked(5));
    parts.runtime.interruptNextSleep();

    assertThatThrownBy(() -> write(A))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("nothing was changed")
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(parts.text(A)).isEmpty();
  }

  @Test
  void attempt_readOfARowWhoseLockIsDecided_runsAgain() {
    parts.put(B, parts.state(NOW, 7, new Outbox(List.of(), List.of(new Secondary(A, NOW, 7)))));
    Intent intent = new Intent(List.of(Parts.content(A, "decided", NOW)), Outbox.EMPTY, B, 7);
    parts.put(
        A,
        parts
            .state(NOW, 7)
            .with(Optional.empty(), Optional.of(parts.store.outboxes().pack(intent))));

    Supplier<Done<String>> reading =
        () ->
            attempts.attempt(
                Durability.SYNCED,
                null,
                transaction ->
                    (String)
                        transaction
                            .get("page", A.key(), Columns.ALL)
                            .map(found -> found.values().get("text"))
                            .orElse("nothing"));

    assertThatThrownBy(reading::get)
        .isInstanceOfSatisfying(
            ConflictException.class, e -> assertThat(e.keys()).containsExactly(A));
    assertThat(reading.get().result()).isEqualTo("decided");
  }

  @Test
  void attempt_readOfARowWhoseLockIsYoung_seesItsPast() {
    parts.put(A, locked(5));

    Done<Boolean> done =
        attempts.attempt(
            Durability.SYNCED,
            null,
            transaction -> transaction.get("page", A.key(), Columns.ALL).isPresent());

    assertThat(done).isEqualTo(new Done<>(false, false));
  }

  /** A release that did not look may have left what the engine never takes. */
  @Test
  void attempt_earlierRemovalThatTheEngineRefuses_isLeftOut() {
    FollowUp removal = never(null);
    parts.put(A, parts.state(NOW, 5, removal, follows));

    assertThat(write(A).committed()).isTrue();

    assertThat(isListed(OTHER)).isTrue();
    assertThat(parts.store.outbox(parts.store.state(A)).followUps()).doesNotContain(removal);
  }

  @Test
  void attempt_earlierContentThatTheEngineRefuses_isRefusedBeforeTheCommit() {
    parts.put(A, parts.state(NOW, 5, never(List.of())));

    assertThatThrownBy(() -> write(A)).isInstanceOf(CapabilityException.class);
    assertThatThrownBy(() -> write(A, B)).isInstanceOf(CapabilityException.class);

    assertThat(parts.text(A)).isEmpty();
    assertThat(isIdle()).isTrue();
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
                      parts.sessions.fence(parts.sessions.all().get(0));
                      parts.membership.renew();
                      return null;
                    }))
        .isInstanceOf(ConflictException.class);

    requireUntouched(A);
  }

  @Test
  void attempt_earlierRemovals_allButThoseThatTheEngineRefusesAreMade() {
    parts.put(parts.listing(OTHER).at(NOW - 1));
    FollowUp removal = new FollowUp(follows.target(), null, NOW);
    parts.put(A, parts.state(NOW, 5, never(null), removal));
    assertThat(isListed(OTHER)).isTrue();

    write(A);

    assertThat(isListed(OTHER)).isFalse();
  }

  @Test
  void attempt_besidesARemovalAlsoContentThatTheEngineRefuses_isRefused() {
    Target place = never(null).target();
    Target other =
        new Target(
            place.table(), place.key(), place.family(), Optional.of(Tuple.of("y".repeat(1 << 20))));
    WriteState left =
        parts.put(A, parts.state(NOW, 5, never(null), new FollowUp(other, List.of(), NOW)));

    assertThatThrownBy(() -> write(A)).isInstanceOf(CapabilityException.class);

    assertThat(parts.store.state(A)).isEqualTo(left);
  }

  @Test
  void attempt_bufferedRowsOfWhichTheEngineRefusesOne_changesNone() {
    assertThatThrownBy(
            () ->
                attempts.attempt(
                    Durability.BUFFERED,
                    null,
                    transaction -> {
                      put(transaction, A, "new");
                      put(transaction, B, "x".repeat(50 << 20));
                      put(transaction, OTHER, "new");
                      return null;
                    }))
        .isInstanceOf(CapabilityException.class);

    requireUntouched(A);
    requireUntouched(OTHER);
    assertThat(isIdle()).isTrue();
  }

  @Test
  void attempt_itemThatNothingLists_isRefusedBeforeTheCommit() {
    assertThatThrownBy(
            () ->
                attempts.attempt(
                    Durability.SYNCED,
                    null,
                    transaction -> {
                      transaction.putItem(
                          "note", Tuple.of("N"), "texts", Tuple.of(1), Map.of("text", "alone"));
                      return null;
                    }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(parts.store.state(new RowKey("note", Tuple.of("N"))).exists()).isFalse();
  }
}
