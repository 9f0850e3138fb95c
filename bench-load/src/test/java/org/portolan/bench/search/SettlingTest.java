package org.portolan.bench.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SettlingTest {
  private static final Duration SHORT = Duration.ofSeconds(2);

  private static Settling.Quick quick(double millis) {
    long nanos = Math.round(millis * 1e6);
    return new Settling.Quick(SHORT, nanos, 2 * nanos, 0);
  }

  private static Settling settling(Settling.Quick... answers) {
    Deque<Settling.Quick> left = new ArrayDeque<>(List.of(answers));
    return new Settling(left::remove, Duration.ofSeconds(10));
  }

  @Test
  void settle_first_takesTheSecondRunForItsMeasure() {
    Settling settling = settling(quick(500), quick(10), quick(14), quick(17), quick(12));
    assertThat(settling.settle().calm()).isTrue();
    assertThat(settling.settle().waited()).isEqualTo(SHORT);
    // 17 ms are more than 1.5 times 10 ms plus the slack.
    assertThat(settling.settle().waited()).isEqualTo(SHORT.multipliedBy(2));
  }

  @Test
  void settle_ofAStoreThatStaysSlow_endsAndSaysSo() {
    Settling settling =
        settling(quick(10), quick(10), quick(90), quick(80), quick(70), quick(60), quick(50));
    settling.settle();
    ProbeTarget.Settled settled = settling.settle();
    assertThat(settled.calm()).isFalse();
    assertThat(settled.waited()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settled.text()).isEqualTo("95 % of a low load within 100.0 ms, at first 20.0 ms");
  }

  @Test
  void settle_whileRequestsNeverEnd_isNotCalm() {
    Settling settling =
        settling(quick(10), quick(10), new Settling.Quick(SHORT, 1, 1, 3), quick(10));
    settling.settle();
    assertThat(settling.settle().waited()).isEqualTo(SHORT.multipliedBy(2));
  }
}
