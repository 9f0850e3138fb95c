package org.portolan.bench.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.Worker;
import org.portolan.bench.load.WorkloadType;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.telemetry.Sampling;
import org.portolan.data.ConflictCause;

final class WorkloadTargetTest {
  private static final Duration LIMIT = Duration.ofMillis(400);

  private static ProbeOutcome probe(Worker worker) {
    return probe("threads", 1, worker);
  }

  private static ProbeOutcome probe(String by, double load, Worker worker) {
    OneOperation workload = new OneOperation("write", (number, seed) -> worker);
    WorkloadType type = new WorkloadType("write", "Writes.", List.of(), options -> workload);
    BenchOptions options =
        BenchOptions.of(
            new SearchBenchmark(type),
            Map.of(
                "by", by, "within", LIMIT.toMillis() + "ms", "warm-up", "1us", "telemetry", "off"));
    Manifest search = Manifest.begin("write", options.values(), workload);
    ProbeRuns runs = new ProbeRuns(type, Sampling.of(options), search, Optional.empty());
    return new WorkloadTarget(workload, SearchBenchmark.spec(options), options, runs)
        .probe(1, load, Duration.ofSeconds(2));
  }

  private static double answeredShare(ProbeOutcome outcome) {
    double answered = outcome.blocks().stream().mapToLong(ResponseBlock::answered).sum();
    return answered / outcome.blocks().stream().mapToLong(ResponseBlock::requests).sum();
  }

  /** A conflict later than the limit is not answered in time for two reasons, but only once. */
  @Test
  void answered_ofEverySecondRequest_isHalf_howeverLateTheOthersAre() {
    for (Duration conflictAfter : List.of(Duration.ofMillis(10), LIMIT.plusMillis(100))) {
      boolean[] conflicts = new boolean[1];
      ProbeOutcome outcome =
          probe(
              () -> {
                conflicts[0] = !conflicts[0];
                if (!conflicts[0]) {
                  return Outcome.ok(0);
                }
                long end = System.nanoTime() + conflictAfter.toNanos();
                while (System.nanoTime() - end < 0) {
                  LockSupport.parkNanos(end - System.nanoTime());
                }
                return new Outcome.Conflict(0, ConflictCause.SAME_ROW, List.of());
              });
      assertThat(answeredShare(outcome)).as("conflicts " + conflictAfter).isBetween(0.3, 0.6);
    }
  }

  /** Every answer takes longer than the limit, so more workers would not help. */
  @Test
  void store_thatAnswersTooLateWhileAllWorkersWait_isTheLimit() {
    double load = 2.0 * WorkloadTarget.WORKERS_MAX / (LIMIT.toMillis() / 1_000.0);
    ProbeOutcome outcome =
        probe(
            "rate",
            load,
            () -> {
              LockSupport.parkNanos(LIMIT.plusMillis(300).toNanos());
              return Outcome.ok(0);
            });
    assertThat(outcome.clientBound()).isEmpty();
    assertThat(answeredShare(outcome)).isLessThan(0.5);
  }

  @Test
  void answered_ofRequestsForMissingRows_areAll() {
    ProbeOutcome outcome =
        probe(
            () -> {
              LockSupport.parkNanos(1_000_000);
              return Outcome.notFound(0);
            });
    assertThat(answeredShare(outcome)).isGreaterThan(0.9);
  }
}
