package org.portolan.data.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;

class GuardTest extends OnAGrid {
  @Test
  void join_epochInForce_recordsTheProcess() {
    Epoch.write(meta, 7);

    Guard guard = join(7);

    assertThat(guard.epoch()).isEqualTo(7);
    assertThat(register.all()).containsExactly(new ProcessRecord(record().id(), 7, "test", 1, NOW));
  }

  @Test
  void join_anotherEpoch_isRefusedAndLeavesNoRecord() {
    Epoch.write(meta, 8);

    assertThatThrownBy(() -> join(7))
        .isInstanceOf(EpochOverException.class)
        .hasMessageContaining("epoch 7")
        .hasMessageContaining("epoch 8");
    assertThat(register.all()).isEmpty();
  }

  /** The process that writes the epoch looks at the records afterwards, and may miss this one. */
  @Test
  void join_epochWrittenBeforeTheRecordIsThere_isRefused() {
    List<Mutation> insertion = new ArrayList<>();
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          insertion.addAll(mutations);
          // Whatever this process has read so far, it read before its record was there.
          Epoch.write(meta, 1);
        };

    assertThatThrownBy(() -> join(0)).isInstanceOf(EpochOverException.class);
    assertThat(insertion).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void join_insertionOfUnknownOutcome_usesAnotherRecord(boolean made) {
    List<Mutation> doubtful = new ArrayList<>();
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          doubtful.addAll(mutations);
          if (made) {
            engine.mutateAll(mutations, Durability.SYNCED);
          }
          throw new OutcomeUnknownException("lost");
        };

    Guard guard = join(0);
    assertThat(register.fence(register.find(idOf(guard)).orElseThrow())).isTrue();
    engine.mutateAll(doubtful, Durability.SYNCED);

    assertThat(guard.isGone()).as("an insertion that arrives late revives nothing").isTrue();
  }

  private static long idOf(Guard guard) {
    return (Long) guard.row().key().get(0);
  }

  @Test
  void join_noInsertionIsAnswered_isRefused() {
    engine.beforeWrite =
        mutations -> {
          throw new OutcomeUnknownException("lost");
        };

    assertThatThrownBy(() -> join(0))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("could not be registered");
  }

  @Test
  void renew_standing_changesNothingThatTransactionsGet() {
    Guard guard = join(0);
    List<Object> before = record().process();

    assertThat(guard.renew()).isTrue();

    assertThat(record().renewal()).isEqualTo(2);
    assertThat(record().process()).isEqualTo(before);
  }

  @Test
  void renew_answerLost_goesOnFromThere() {
    Guard guard = join(0);
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          engine.mutateAll(mutations, Durability.SYNCED);
          throw new OutcomeUnknownException("lost");
        };

    assertThat(guard.renew()).isTrue();
    assertThat(guard.renew()).isTrue();
    assertThat(record().renewal()).isEqualTo(3);
  }

  @Test
  void renew_fenced_isToldSoAndRevivesNothing() {
    Guard guard = join(0);
    register.fence(record());

    assertThat(guard.renew()).isFalse();

    assertThat(register.all()).isEmpty();
    assertThatThrownBy(guard::requireStanding).isInstanceOf(EpochOverException.class);
  }

  @Test
  void fence_renewedSince_leavesTheProcessAlone() {
    Guard guard = join(0);
    ProcessRecord seen = record();
    guard.renew();

    assertThat(register.fence(seen)).isFalse();
    assertThat(guard.isGone()).isFalse();
  }

  @Test
  void leave_removesTheRecord() {
    Guard guard = join(0);

    guard.leave();

    assertThat(register.all()).isEmpty();
    assertThatThrownBy(guard::requireStanding).isInstanceOf(EpochOverException.class);
  }

  @Test
  void leave_storeDoesNotAnswer_leavesTheRecordToOthers() {
    Guard guard = join(0);
    engine.beforeWrite =
        mutations -> {
          throw new UnavailableException("not now");
        };

    guard.leave();

    assertThat(register.all()).hasSize(1);
  }
}
