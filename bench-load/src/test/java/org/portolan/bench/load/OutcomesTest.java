package org.portolan.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.data.ConflictCause;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

final class OutcomesTest {
  private final VirtualClock clock = new VirtualClock();
  private final List<SecondSample> seen = new ArrayList<>();
  private long answered;

  private LoadGenerator generator(Duration warmUp, LongFunction<Outcome> outcomes) {
    Workload workload =
        new ScriptedWorkload(List.of("read", "write"), turn -> 1_000_000, outcomes, clock);
    return new LoadGenerator(
        workload,
        LoadSpec.closed(1, warmUp, Duration.ofSeconds(1), 1),
        (sample, responses, notAnswered) -> {
          seen.add(sample);
          answered += responses.getTotalCount() - notAnswered.getTotalCount();
        },
        clock,
        clock.threads());
  }

  @Test
  void outcomes_areCountedApart_andOnlyOkIsThroughput() {
    LoadResult result =
        generator(
                Duration.ZERO,
                turn ->
                    switch ((int) (turn % 10)) {
                      case 0 -> Outcome.notFound(0);
                      case 1 -> Outcome.wrongData(0, "key 7: 'a' expected, 'b' read");
                      case 2 -> new Outcome.Conflict(1, ConflictCause.SAME_ROW, List.of("page(A)"));
                      case 3 ->
                          new Outcome.Conflict(
                              1, ConflictCause.INDEX_ONLY, List.of("list(1)", "page(A)"));
                      case 4 -> new Outcome.Failed(1, OutcomeKind.TIMEOUT, "no answer in 10 s");
                      case 5 -> new Outcome.Failed(1, OutcomeKind.UNKNOWN, "connection lost");
                      case 6 -> throw new IllegalStateException("disk full");
                      default -> Outcome.ok((int) (turn % 2));
                    })
            .run();
    assertThat(result.operations().get(0).outcomes())
        .isEqualTo(
            Map.of(
                OutcomeKind.OK,
                100L,
                OutcomeKind.NOT_FOUND,
                100L,
                OutcomeKind.WRONG_DATA,
                100L,
                OutcomeKind.ERROR,
                100L));
    assertThat(result.operations().get(1).outcomes())
        .isEqualTo(
            Map.of(
                OutcomeKind.OK,
                200L,
                OutcomeKind.CONFLICT,
                200L,
                OutcomeKind.TIMEOUT,
                100L,
                OutcomeKind.UNKNOWN,
                100L));
    assertThat(result.throughput()).isEqualTo(300.0);
    assertThat(result.failures()).isEqualTo(400);
    assertThat(result.conflicts())
        .isEqualTo(Map.of(ConflictCause.SAME_ROW, 100L, ConflictCause.INDEX_ONLY, 100L));
    assertThat(result.hotKeys())
        .containsExactly(new HotKey("page(A)", 200, 0), new HotKey("list(1)", 100, 0));
    assertThat(result.messages())
        .contains(
            "read, wrong-data: key 7: 'a' expected, 'b' read",
            "write, timeout: no answer in 10 s",
            "write, unknown: connection lost",
            "read, error: java.lang.IllegalStateException: disk full")
        .hasSize(20);
    assertThat(answered).isEqualTo(400);
    assertThat(seen.stream().mapToLong(SecondSample::ok).sum()).isEqualTo(300);
    assertThat(seen.stream().mapToLong(SecondSample::failed).sum()).isEqualTo(400);
    assertThat(seen.stream().mapToLong(SecondSample::other).sum()).isEqualTo(300);
  }

  @Test
  void warmUp_isInTheSeriesButInNoTotal() {
    LoadResult result =
        generator(
                Duration.ofSeconds(2),
                turn ->
                    turn < 2_000
                        ? new Outcome.Conflict(0, ConflictCause.SAME_ROW, List.of("cold"))
                        : Outcome.ok(0))
            .run();
    assertThat(result.count(OutcomeKind.OK)).isEqualTo(1_000);
    assertThat(result.count(OutcomeKind.CONFLICT)).isZero();
    assertThat(result.conflicts()).isEmpty();
    assertThat(result.hotKeys()).isEmpty();
    assertThat(result.series())
        .extracting(SecondSample::phase)
        .containsExactly(
            SecondSample.Phase.WARM_UP,
            SecondSample.Phase.WARM_UP,
            SecondSample.Phase.MEASURED,
            // The operation that ended exactly at the end of the last second.
            SecondSample.Phase.DRAIN);
    assertThat(result.series()).isEqualTo(seen);
  }

  @Test
  void stop_leavesAResultOfWhatWasUntilThen() {
    LoadGenerator[] generator = new LoadGenerator[1];
    generator[0] =
        generator(
            Duration.ZERO,
            turn -> {
              if (turn == 499) {
                generator[0].stop();
              }
              return Outcome.ok(0);
            });
    LoadResult result = generator[0].run();
    assertThat(result.interrupted()).isTrue();
    assertThat(result.count(OutcomeKind.OK)).isEqualTo(500);
    assertThat(result.seconds()).isEqualTo(0.5);
    assertThat(result.throughput()).isEqualTo(1_000.0);
  }

  @Test
  void worker_thatBreaks_endsTheRun() {
    LoadGenerator generator =
        generator(
            Duration.ZERO,
            turn -> {
              throw new AssertionError("a bug of the workload");
            });
    assertThatThrownBy(generator::run)
        .isInstanceOf(BenchmarkFailedException.class)
        .hasMessageContaining("'scripted'")
        .hasMessageContaining("a bug of the workload");
  }

  @Test
  void worker_thatThrowsACheckedException_goesOn() {
    AtomicLong turns = new AtomicLong();
    Worker worker =
        () -> {
          clock.pass(1_000_000);
          if (turns.incrementAndGet() == 5) {
            throw new InterruptedException("interrupted");
          }
          throw new IOException("no route");
        };
    LoadResult result =
        new LoadGenerator(
                new OneOperation("read", (number, seed) -> worker),
                LoadSpec.closed(1, Duration.ZERO, Duration.ofMillis(10), 1),
                LoadListener.NONE,
                clock,
                clock.threads())
            .run();
    assertThat(result.count(OutcomeKind.ERROR)).isEqualTo(10);
    assertThat(result.messages())
        .contains("read, error: java.io.IOException: no route")
        .contains("read, error: java.lang.InterruptedException: interrupted");
  }

  @Test
  void of_anException_saysWhatTheStoreSaid() {
    RowKey key = new RowKey("page", Tuple.of("A"));
    assertThat(
            Outcome.of(
                3,
                new IllegalStateException(
                    new WriteConflictException(ConflictCause.INDEX_ONLY, Set.of(key), 20, null))))
        .isEqualTo(new Outcome.Conflict(3, ConflictCause.INDEX_ONLY, List.of(key.toString())));
    assertThat(Outcome.of(1, new OutcomeUnknownException("lost")).kind())
        .isEqualTo(OutcomeKind.UNKNOWN);
    assertThat(Outcome.of(1, new UnavailableException("down")).kind())
        .isEqualTo(OutcomeKind.TIMEOUT);
    assertThat(Outcome.of(1, new EngineException("broken")).kind()).isEqualTo(OutcomeKind.ERROR);
  }
}
