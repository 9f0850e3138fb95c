package org.portolan.data.internal.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.data.StoreActivity;
import org.portolan.data.StoreActivity.Session;
import org.portolan.data.StoreActivity.Sweeps;
import org.portolan.data.StoreActivity.Task;
import org.portolan.data.StoreActivity.Waiting;
import org.portolan.data.StoreHealth;
import org.portolan.data.StoreHealth.Status;
import org.portolan.data.SweepResult;
import org.portolan.data.internal.health.EngineProbe.Answer;

class JudgementTest {
  private static final Answer ANSWERED = new Answer(Duration.ofMillis(3), Optional.empty());
  private static final Answer FAILED =
      new Answer(Duration.ofMillis(3), Optional.of("a read of one row failed: no server"));

  private static StoreActivity waiting(int outboxes, int unfinished) {
    return new StoreActivity(
        List.of(), new Waiting(outboxes, unfinished, 0), Optional.empty(), Optional.empty());
  }

  @Test
  void fewRowsThatWait_areNoReason() {
    StoreHealth health = Judgement.of(ANSWERED, waiting(9_000, 999));
    assertThat(health.status()).isEqualTo(Status.UP);
    assertThat(health.answer()).contains(Duration.ofMillis(3));
  }

  @Test
  void manyRowsThatWait_areAReason() {
    StoreHealth health = Judgement.of(ANSWERED, waiting(9_000, 1_000));
    assertThat(health.status()).isEqualTo(Status.DEGRADED);
    assertThat(health.reasons())
        .containsExactly(
            "10000 rows wait for their derived changes or the end of their writes; at 20000"
                + " writers wait for them");
  }

  private static StoreActivity pendingFor(Duration time) {
    Sweeps sweeps =
        new Sweeps(
            Optional.of(new SweepResult(1, 0, 1, 0, 0)),
            Duration.ofSeconds(9),
            Duration.ofSeconds(15),
            time);
    return new StoreActivity(List.of(), Waiting.NOTHING, Optional.empty(), Optional.of(sweeps));
  }

  @Test
  void sweepsThatLeaveRows_areAReasonAfterAWhile() {
    assertThat(Judgement.of(ANSWERED, pendingFor(Duration.ofMinutes(5))).status())
        .isEqualTo(Status.UP);
    StoreHealth health = Judgement.of(ANSWERED, pendingFor(Duration.ofMinutes(6)));
    assertThat(health.status()).isEqualTo(Status.DEGRADED);
    assertThat(health.reasons())
        .containsExactly(
            "for 360 s every sweep has left rows or sessions that it could not finish, so counters"
                + " are not folded; the log names them, and so does a check");
  }

  @Test
  void fault_isTheFirstReasonAndTheWorst() {
    StoreActivity activity =
        new StoreActivity(
            List.of(
                new Task("sweeper", true, 7, 2, Optional.of("no server")),
                new Task("merger", false, 0, 0, Optional.empty()),
                new Task("cleaner", true, 3, 0, Optional.empty())),
            Waiting.NOTHING,
            Optional.of(new Session(Duration.ofSeconds(1), Duration.ofDays(1))),
            Optional.empty());
    StoreHealth health = Judgement.of(FAILED, activity);
    assertThat(health.status()).isEqualTo(Status.DOWN);
    assertThat(health.answer()).isEmpty();
    assertThat(health.reasons())
        .containsExactly(
            "a read of one row failed: no server",
            "sweeper has failed 2 times in a row and goes on trying: no server",
            "merger has ended and does no more work; open the store again");
  }
}
