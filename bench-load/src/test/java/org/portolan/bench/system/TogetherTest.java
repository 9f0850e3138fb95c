package org.portolan.bench.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.portolan.bench.api.BenchmarkFailedException;

final class TogetherTest {

  @Test
  void run_ofThreeThreads_givesEachItsNumberAndWaitsForAll() {
    Set<Integer> numbers = ConcurrentHashMap.newKeySet();
    Together.run("the counting", 3, numbers::add);
    assertThat(numbers).containsExactlyInAnyOrder(0, 1, 2);
  }

  @Test
  void run_whereOneThreadFails_saysWhatFailed() {
    assertThatThrownBy(
            () ->
                Together.run(
                    "the filling",
                    2,
                    number -> {
                      if (number == 1) {
                        throw new IllegalStateException("disk full");
                      }
                    }))
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessage("the filling failed: disk full");
  }
}
