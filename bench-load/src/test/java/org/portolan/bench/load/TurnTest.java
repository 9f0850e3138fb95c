package org.portolan.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.data.ConflictCause;

final class TurnTest {
  private static final Duration LENGTH = Duration.ofMillis(5);

  private final AtomicInteger calls = new AtomicInteger();

  private static LoadResult turn(Worker worker) {
    return LoadGenerator.turn(new OneOperation("count", (number, seed) -> worker), 2, LENGTH, 1);
  }

  @Test
  void turn_ofTwoThreads_countsWhatBothDid() {
    LoadResult result =
        turn(
            () -> {
              calls.incrementAndGet();
              return Outcome.ok(0);
            });
    assertThat(result.count(OutcomeKind.OK)).isEqualTo(calls.get()).isGreaterThanOrEqualTo(2);
    assertThat(result.seconds()).isGreaterThanOrEqualTo(0.005);
    assertThat(result.operations().get(0).service().getTotalCount()).isEqualTo(calls.get());
  }

  @Test
  void turn_whereOneOperationFails_givesNoFigure() {
    assertThatThrownBy(
            () ->
                turn(
                    () -> {
                      if (calls.incrementAndGet() == 2) {
                        throw new IllegalStateException("row 7 is missing");
                      }
                      return Outcome.ok(0);
                    }))
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessageContaining(" 1 failed, so nothing was measured")
        .hasMessageContaining("row 7 is missing");
  }

  @Test
  void turn_whereAWriteLosesAConflict_givesNoFigure() {
    assertThatThrownBy(
            () -> turn(() -> new Outcome.Conflict(0, ConflictCause.SAME_ROW, List.of("page (A)"))))
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessageContaining("conflicts {SAME_ROW=");
  }
}
