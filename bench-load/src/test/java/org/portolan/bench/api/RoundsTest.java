package org.portolan.bench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RoundsTest {

  @Test
  void run_withWarmUp_beginsEachRoundWithAnotherVariantAndKeepsTheMeasuredOnes() {
    List<String> order = new ArrayList<>();
    Map<String, List<Integer>> results =
        new Rounds(1, 2)
            .run(
                List.of("a", "b", "c"),
                name -> {
                  order.add(name);
                  return order.size();
                });
    assertThat(String.join("", order)).isEqualTo("cab" + "abc" + "bca");
    assertThat(results)
        .containsExactly(
            Map.entry("a", List.of(4, 9)),
            Map.entry("b", List.of(5, 7)),
            Map.entry("c", List.of(6, 8)));
  }

  @Test
  void rounds_ofNone_areRefused() {
    assertThatThrownBy(() -> new Rounds(0, 0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Rounds(-1, 1)).isInstanceOf(IllegalArgumentException.class);
  }
}
