package org.portolan.data.internal.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.portolan.data.Columns;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.state.Intent;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.Outbox.Secondary;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.write.WriteAttempts.Done;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;

/** Attempts that meet leftovers of earlier writes: outboxes, receipts, locks. */
class AttemptsOverOthersTest extends AttemptsStory {
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

  /** That outbox was promised by a synced write, and no other process makes it any more. */
  @Test
  void attempt_bufferedOverAnOutbox_isMadeSynced() {
    parts.put(A, parts.state(NOW, 5, follows));

    write(Durability.BUFFERED, A);
    assertThat(parts.engine.lastDurability).isEqualTo(Durability.SYNCED);

    write(Durability.BUFFERED, B);
    assertThat(parts.engine.lastDurability).isEqualTo(Durability.BUFFERED);
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

  /**
   * An unknown outcome for the rest of an earlier write does not make this write's outcome unknown.
   */
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
    parts.put(A, parts.locked(5));

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
    parts.put(A, parts.locked(5));
    parts.runtime.interruptNextSleep();

    assertThatThrownBy(() -> write(A))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("this attempt changed nothing")
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
    parts.put(A, parts.locked(5));

    Done<Boolean> done =
        attempts.attempt(
            Durability.SYNCED,
            null,
            transaction -> transaction.get("page", A.key(), Columns.ALL).isPresent());

    assertThat(done).isEqualTo(new Done<>(false, false));
  }
}
