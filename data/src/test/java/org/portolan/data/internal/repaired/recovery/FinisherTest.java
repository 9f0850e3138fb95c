package org.portolan.data.internal.repaired.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.commit.Applier;
import org.portolan.data.internal.repaired.commit.Intents;
import org.portolan.data.internal.repaired.recovery.Finisher.Found;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.Intent;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.Outbox.Secondary;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;

class FinisherTest {
  private static final RowKey A = page("A");
  private static final RowKey B = page("B");
  private static final RowKey F = page("F");
  private static final Duration MILLI = Duration.ofMillis(1);

  private final Parts parts = new Parts();
  private final FollowUp follows = Parts.content(F, "follows", NOW);

  @AfterEach
  void close() {
    parts.close();
  }

  private Found finish(Duration ageMin) {
    return parts.finisher.finish(A, ageMin);
  }

  private WriteState locked(long version, long write, RowKey primary) {
    Intent intent =
        new Intent(
            List.of(Parts.content(B, "new", version)),
            new Outbox(List.of(Parts.receipt(parts.views(), version, write, 1)), List.of()),
            primary,
            write);
    return parts
        .state(version, write)
        .with(Optional.empty(), Optional.of(parts.store.outboxes().pack(intent)));
  }

  @Test
  void finish_settledOrAbsentRow_isSettled() {
    assertThat(finish(Duration.ZERO)).isEqualTo(Found.SETTLED);
    parts.put(A, parts.state(NOW, 1));
    assertThat(finish(Duration.ZERO)).isEqualTo(Found.SETTLED);
  }

  @Test
  void finish_outbox_isMadeAndCleared() {
    WriteState left = parts.put(A, parts.state(NOW, 1, follows));

    assertThat(finish(Duration.ZERO)).isEqualTo(Found.FINISHED);

    assertThat(parts.text(F)).contains("follows");
    assertThat(parts.store.state(A).isSettled()).isTrue();
    assertThat(parts.store.state(A).isAt(left)).isTrue();
  }

  @Test
  void finish_youngOutbox_isLeftUntilItsAge() {
    Duration age = Duration.ofSeconds(5);
    parts.put(A, parts.state(NOW, 1, follows));
    parts.runtime.pass(age.minus(MILLI));

    assertThat(finish(age)).isEqualTo(Found.YOUNG);
    assertThat(parts.text(F)).isEmpty();
    parts.runtime.pass(MILLI);
    assertThat(finish(age)).isEqualTo(Found.FINISHED);
  }

  @Test
  void finish_outboxAheadOfTheClock_isFinishedWhereNoAgeIsAskedFor() {
    parts.put(A, parts.state(NOW + 10_000, 1, Parts.content(F, "follows", NOW + 10_000)));

    assertThat(finish(MILLI)).isEqualTo(Found.YOUNG);
    assertThat(finish(Duration.ZERO)).isEqualTo(Found.FINISHED);
  }

  @Test
  void finish_answerToTheClearingLost_isApplied() {
    parts.put(A, parts.state(NOW, 1, follows));
    parts.engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).rowKey().equals(A)) {
            throw new OutcomeUnknownException("lost");
          }
        };

    assertThat(finish(Duration.ZERO)).isEqualTo(Found.APPLIED);
    assertThat(parts.text(F)).contains("follows");
  }

  @Test
  void finish_heldUpSinceTheRowWasRead_makesNothing() {
    WriteState left = parts.put(A, parts.state(NOW, 1, follows));
    var known = parts.runtime.stopwatch();
    parts.runtime.pass(Applier.AGE_MAX.plus(MILLI));

    assertThat(parts.finisher.finish(A, left, known, Duration.ZERO)).isEqualTo(Found.OVERTAKEN);

    assertThat(parts.text(F)).isEmpty();
    assertThat(parts.store.state(A)).isEqualTo(left);
  }

  @Test
  void finish_heldUpToTheLimit_isStillMade() {
    WriteState left = parts.put(A, parts.state(NOW, 1, follows));
    var known = parts.runtime.stopwatch();
    parts.runtime.pass(Applier.AGE_MAX);

    assertThat(parts.finisher.finish(A, left, known, Duration.ZERO)).isEqualTo(Found.FINISHED);
  }

  @Test
  void finish_receipts_areBroughtFirst() {
    parts.put(A, parts.state(NOW, 1, Parts.receipt(parts.pages(), NOW, 1, 1), follows));

    assertThat(finish(Duration.ZERO)).isEqualTo(Found.FINISHED);

    assertThat(parts.receiptsOf(parts.pages())).containsExactly(NOW);
  }

  @Test
  void finish_lateReceipt_isLookedAtAgain() {
    parts.putBase(parts.pages(), 0, NOW);
    parts.put(A, parts.state(NOW, 1, Parts.receipt(parts.pages(), NOW, 1, 1), follows));

    assertThat(finish(Duration.ZERO)).isEqualTo(Found.OVERTAKEN);
    assertThat(parts.text(F)).isEmpty();
    assertThat(finish(Duration.ZERO)).isEqualTo(Found.FINISHED);
    assertThat(parts.text(F)).contains("follows");
  }

  @Test
  void finish_decidingRow_rollsTheOthersForwardAndFinishesThem() {
    parts.put(B, locked(NOW, 7, A));
    Secondary secondary = new Secondary(B, NOW, 7);
    parts.put(A, parts.state(NOW, 7, new Outbox(List.of(), List.of(secondary))));

    assertThat(finish(Duration.ZERO)).isEqualTo(Found.FINISHED);

    assertThat(parts.text(B)).contains("new");
    assertThat(parts.receiptsOf(parts.views())).containsExactly(NOW);
    assertThat(parts.store.state(B).isSettled()).isTrue();
    assertThat(parts.store.state(A).isSettled()).isTrue();
  }

  @Test
  void finish_decidingRowOfARowReadStale_isLookedAtAgain() {
    Secondary stale = new Secondary(page("S"), NOW, 7);
    parts.put(B, locked(NOW, 7, A));
    WriteState left =
        parts.put(
            A,
            parts.state(NOW, 7, new Outbox(List.of(), List.of(stale, new Secondary(B, NOW, 7)))));

    assertThat(finish(Duration.ZERO)).isEqualTo(Found.OVERTAKEN);

    assertThat(parts.store.state(A)).isEqualTo(left);
    assertThat(parts.text(B)).as("the others are rolled forward").contains("new");
  }

  @Test
  void finish_undecidedIntent_isYoungThenRolledBack() {
    parts.put(A, locked(NOW, 7, B));

    assertThat(finish(Duration.ZERO)).isEqualTo(Found.YOUNG);
    parts.runtime.pass(Intents.GRACE);
    assertThat(finish(Duration.ZERO)).isEqualTo(Found.FINISHED);
    assertThat(parts.store.state(A).isSettled()).isTrue();
  }

  @Test
  void finish_undecidedIntentOldByTheClock_needsTheGreaterOfTheAges() {
    parts.put(A, locked(NOW, 7, B));
    Duration age = Duration.ofMinutes(1);
    parts.runtime.moveWall(age.minus(MILLI));

    assertThat(finish(age)).isEqualTo(Found.YOUNG);
    parts.runtime.moveWall(MILLI);
    assertThat(finish(age)).isEqualTo(Found.FINISHED);
  }

  @Test
  void raise_settledRowOnly() {
    WriteState settled = parts.put(A, parts.state(NOW, 1));
    WriteState left = parts.put(B, parts.state(NOW, 1, follows));

    assertThat(parts.finisher.raise(A)).isTrue();
    assertThat(parts.finisher.raise(B)).isFalse();

    assertThat(parts.store.state(A).isAt(settled)).isFalse();
    assertThat(parts.store.state(B)).isEqualTo(left);
  }
}
