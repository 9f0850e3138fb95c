package org.portolan.bench.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.junit.jupiter.api.Test;

class MovingImbalanceTest {
  private static List<Sample> samples(String server, IntToLongFunction writes) {
    List<Sample> samples = new ArrayList<>();
    for (int second = 1; second <= 12; second++) {
      samples.add(
          new Sample(second, server, "", Map.of(Figure.WRITES, writes.applyAsLong(second))));
    }
    return samples;
  }

  private static double of(List<List<Sample>> servers) {
    List<Sample> all = new ArrayList<>();
    servers.forEach(all::addAll);
    return MovingImbalance.of(telemetry(all), 0, 12).orElse(-1);
  }

  private static Telemetry telemetry(List<Sample> samples) {
    return new Telemetry(samples, Map.of());
  }

  @Test
  void evenLoad_isOne_loadThatMoves_isNot() {
    assertThat(of(List.of(samples("a", s -> 10), samples("b", s -> 10))))
        .isCloseTo(1, within(0.01));
    // Both get as much in all, but never at once.
    assertThat(
            of(
                List.of(
                    samples("a", s -> s / 4 % 2 == 0 ? 0 : 10),
                    samples("b", s -> s / 4 % 2 == 0 ? 10 : 0))))
        .isGreaterThan(1.7);
  }

  @Test
  void oneServer_orNoLoad_hasNone() {
    assertThat(of(List.of(samples("a", s -> 10)))).isEqualTo(-1);
    assertThat(of(List.of(samples("a", s -> 0), samples("b", s -> 0)))).isEqualTo(-1);
  }
}
