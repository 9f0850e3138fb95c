package org.portolan.data.internal.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.simulated.Client;

class AutoTurnTest extends OnAStore {
  private AutoTurn process() {
    return new AutoTurn(meta, runtime, WINDOW);
  }

  @Test
  void take_ofSeveral_isOneProcessAsLongAsItRenews() {
    AutoTurn first = process();
    AutoTurn second = process();

    for (int window = 0; window < 10; window++) {
      assertThat(first.take()).isTrue();
      assertThat(second.take()).isFalse();
      runtime.pass(WINDOW);
    }
    assertThat(meta.read(AutoTurn.NAME).orElseThrow()).startsWith("test decides\n").endsWith(" 10");
  }

  @Test
  void take_silentHolder_isReplacedAfterThreeWindows() {
    AutoTurn first = process();
    AutoTurn second = process();
    assertThat(first.take()).isTrue();
    assertThat(second.take()).isFalse();

    runtime.pass(WINDOW.multipliedBy(3).minusMillis(1));
    assertThat(second.take()).isFalse();
    runtime.pass(Duration.ofMillis(1));

    assertThat(second.take()).isTrue();
    assertThat(first.take()).isFalse();
  }

  @Test
  void take_newProcess_doesNotKnowHowLongTheHolderIsSilent() {
    assertThat(process().take()).isTrue();
    runtime.pass(Duration.ofDays(1));
    AutoTurn second = process();

    assertThat(second.take()).isFalse();
    runtime.pass(WINDOW.multipliedBy(3));
    assertThat(second.take()).isTrue();
  }

  @Test
  void take_wallClockPutForward_replacesNobody() {
    AutoTurn second = process();
    assertThat(process().take()).isTrue();
    assertThat(second.take()).isFalse();

    runtime.moveWall(Duration.ofDays(1));

    assertThat(second.take()).isFalse();
  }

  @Test
  void take_bothSeeASilentHolder_oneGetsTheTurn() {
    AutoTurn second = process();
    AutoTurn third = process();
    assertThat(process().take()).isTrue();
    assertThat(second.take() || third.take()).isFalse();
    runtime.pass(WINDOW.multipliedBy(3));
    boolean[] thirdGot = {false};
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite = any -> {};
          thirdGot[0] = third.take();
        };

    assertThat(second.take()).isFalse();
    assertThat(thirdGot).containsExactly(true);
  }

  @Test
  void take_answerLost_isTheTurnOfThisProcessAtItsNextCall() {
    AutoTurn first = process();
    engine.beforeWrite =
        mutations -> {
          engine.beforeWrite =
              again -> {
                engine.beforeWrite = any -> {};
                throw new OutcomeUnknownException("lost again");
              };
          cluster.connect(Client.calm(new Random(3))).mutateAll(mutations, Durability.SYNCED);
          throw new OutcomeUnknownException("lost");
        };
    assertThatThrownBy(first::take).isInstanceOf(OutcomeUnknownException.class);

    assertThat(first.take()).isTrue();
    assertThat(process().take()).isFalse();
  }

  @Test
  void leave_holder_freesTheTurnAtOnce() {
    AutoTurn first = process();
    AutoTurn second = process();
    assertThat(first.take()).isTrue();
    assertThat(second.take()).isFalse();

    second.leave();
    assertThat(second.take()).isFalse();
    first.leave();

    assertThat(meta.read(AutoTurn.NAME).orElseThrow()).startsWith("nobody decides\n");
    assertThat(second.take()).isTrue();
    assertThat(first.take()).isFalse();
  }

  @Test
  void deadAfter_shortWindows_isNoLessThanWhatProcessesMayBeSilent() {
    assertThat(AutoTurn.deadAfter(Duration.ofMillis(1))).isEqualTo(Duration.ofSeconds(45));
    assertThat(AutoTurn.deadAfter(WINDOW)).isEqualTo(Duration.ofMinutes(3));
  }
}
