package org.portolan.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.portolan.bench.api.BenchmarkFailedException;

final class LoadTest {

  @Test
  void run_ofTwoThreads_countsWhatBothDid() {
    AtomicInteger calls = new AtomicInteger();
    IntSupplier step =
        () -> {
          calls.incrementAndGet();
          return 3;
        };
    Load.Done done = Load.run(List.of(step, step), 5);
    assertThat(done.units()).isEqualTo(3L * calls.get()).isGreaterThanOrEqualTo(6);
    assertThat(done.perSecond()).isEqualTo(done.units() / done.seconds());
  }

  @Test
  void run_whereOneStepFails_givesNoFigure() {
    AtomicInteger calls = new AtomicInteger();
    IntSupplier failing =
        () -> {
          if (calls.incrementAndGet() == 3) {
            throw new IllegalStateException("row 7 is missing");
          }
          return 1;
        };
    assertThatThrownBy(() -> Load.run(List.of(failing, () -> 1), 60_000))
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessageContaining("nothing was measured")
        .hasMessageContaining("row 7 is missing");
  }
}
