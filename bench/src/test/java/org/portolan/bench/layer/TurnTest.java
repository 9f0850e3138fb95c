package org.portolan.bench.layer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class TurnTest {

  @Test
  void run_ofTwoThreads_addsUpTheRowsOfAllSteps() {
    AtomicInteger calls = new AtomicInteger();
    Turn turn =
        Turn.run(
            "three rows",
            2,
            Duration.ofMillis(5),
            thread ->
                () -> {
                  calls.incrementAndGet();
                  return 3;
                });
    assertThat(turn.rows()).isEqualTo(3L * calls.get()).isGreaterThanOrEqualTo(6);
    assertThat(turn.perSecond()).isEqualTo(turn.rows() / turn.seconds());
    assertThat(turn.processorSeconds()).isPositive();
  }
}
