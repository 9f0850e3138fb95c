package org.portolan.bench.run;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;
import org.portolan.bench.load.ClientUse;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.HotKey;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Schedule;
import org.portolan.bench.load.SecondSample;
import org.portolan.bench.load.Verdict;
import org.portolan.bench.load.Verification;
import org.portolan.bench.telemetry.RunEvent;
import org.portolan.bench.telemetry.Sample;
import org.portolan.bench.telemetry.Telemetry;
import org.portolan.data.ConflictCause;

/**
 * {@code result.json}. It contains percentiles and sums for readers without the histograms; they
 * are not read back.
 *
 * @param steadyFrom null if the run never was steady
 * @param verification null if the workload checked nothing
 * @param telemetry null in runs of older releases
 */
record ResultFile(
    boolean interrupted,
    Load load,
    double seconds,
    double throughput,
    Verdict verdict,
    String verdictReason,
    Latency response,
    long unfinished,
    List<Operation> operations,
    Map<ConflictCause, Long> conflicts,
    Map<ConflictCause, Long> retries,
    List<HotKey> hotKeys,
    Integer steadyFrom,
    ClientUse client,
    List<String> messages,
    @JsonSetter(nulls = Nulls.SET) Verification verification,
    List<RunEvent> events,
    @JsonSetter(nulls = Nulls.SET) TelemetryPart telemetry) {

  /**
   * A spec.
   *
   * @param ratePerSecond null if closed, or if the starts were given, as by a trace
   * @param arrivals null if {@code ratePerSecond} is
   * @param thinkSeconds null if open
   * @param lateMaxSeconds null in runs of older releases
   * @param drainSeconds null in runs of older releases
   */
  record Load(
      int workers,
      Double ratePerSecond,
      @JsonSetter(nulls = Nulls.SET) Drive.Arrivals arrivals,
      Double thinkSeconds,
      double warmUpSeconds,
      double measuredSeconds,
      long seed,
      Double lateMaxSeconds,
      Double drainSeconds) {

    static Load of(LoadSpec spec) {
      Drive.Open open = spec.drive() instanceof Drive.Open found ? found : null;
      Drive.Closed closed = spec.drive() instanceof Drive.Closed found ? found : null;
      return new Load(
          spec.drive().workers(),
          open == null ? null : open.ratePerSecond(),
          open == null ? null : open.arrivals(),
          closed == null ? null : closed.thinkTime().toNanos() / 1e9,
          spec.warmUp().toNanos() / 1e9,
          spec.measured().toNanos() / 1e9,
          spec.seed(),
          spec.lateMax().toNanos() / 1e9,
          spec.drain().toNanos() / 1e9);
    }

    LoadSpec spec() {
      return new LoadSpec(drive(), duration(warmUpSeconds), duration(measuredSeconds), seed)
          .withLateMax(lateMaxSeconds == null ? Duration.ZERO : duration(lateMaxSeconds))
          .withDrain(drainSeconds == null ? LoadSpec.DRAIN : duration(drainSeconds));
    }

    /** Given starts are not kept: the manifest names their source. */
    private Drive drive() {
      if (ratePerSecond != null) {
        if (arrivals == null) {
          throw new IllegalArgumentException("key load.arrivals has no value");
        }
        return new Drive.Open(ratePerSecond, arrivals, workers);
      }
      return thinkSeconds != null
          ? new Drive.Closed(workers, duration(thinkSeconds))
          : new Drive.Given(freeSince -> Schedule.END, workers);
    }

    private static Duration duration(double seconds) {
      return Duration.ofNanos(Math.round(seconds * 1e9));
    }
  }

  /** One latency in milliseconds. */
  record Latency(
      long count,
      double meanMs,
      double p50Ms,
      double p95Ms,
      double p99Ms,
      double p999Ms,
      double maxMs) {
    static Latency of(Histogram histogram) {
      return new Latency(
          histogram.getTotalCount(),
          histogram.getMean() / 1e6,
          histogram.getValueAtPercentile(50) / 1e6,
          histogram.getValueAtPercentile(95) / 1e6,
          histogram.getValueAtPercentile(99) / 1e6,
          histogram.getValueAtPercentile(99.9) / 1e6,
          histogram.getMaxValue() / 1e6);
    }
  }

  /** One kind of operation. */
  record Operation(
      String operation,
      Map<OutcomeKind, Long> outcomes,
      Latency response,
      Latency service,
      Latency lag) {}

  /**
   * Verifies the values that a run cannot have had.
   *
   * @throws IllegalArgumentException if there is one
   */
  ResultFile {
    if (seconds < 0) {
      throw new IllegalArgumentException("key seconds must not be negative, but is " + seconds);
    }
    load.spec();
  }

  List<String> operationNames() {
    return operations.stream().map(Operation::operation).toList();
  }

  static ResultFile of(RunResult result) {
    LoadResult load = result.load();
    return new ResultFile(
        load.interrupted(),
        Load.of(load.spec()),
        load.seconds(),
        load.throughput(),
        load.verdict(),
        load.verdictReason(),
        Latency.of(load.response()),
        load.unfinished(),
        load.operations().stream().map(ResultFile::operation).toList(),
        load.conflicts(),
        load.retries(),
        load.hotKeys(),
        load.steadyFrom().isPresent() ? load.steadyFrom().getAsInt() : null,
        load.client(),
        load.messages(),
        result.verification().orElse(null),
        result.events(),
        TelemetryPart.of(result));
  }

  private static Operation operation(OperationResult operation) {
    Map<OutcomeKind, Long> outcomes = new LinkedHashMap<>();
    for (OutcomeKind kind : OutcomeKind.values()) {
      if (operation.count(kind) > 0) {
        outcomes.put(kind, operation.count(kind));
      }
    }
    return new Operation(
        operation.operation(),
        outcomes,
        Latency.of(operation.response()),
        Latency.of(operation.service()),
        Latency.of(operation.lag()));
  }

  RunResult result(
      Manifest manifest, List<SecondSample> series, LatencyLogs latencies, List<Sample> samples) {
    List<OperationResult> read =
        operations.stream()
            .map(
                operation ->
                    new OperationResult(
                        operation.operation(),
                        operation.outcomes(),
                        latencies.response().get(operation.operation()),
                        latencies.service().get(operation.operation()),
                        latencies.lag().get(operation.operation())))
            .toList();
    LoadResult loadResult =
        new LoadResult(
            load.spec(),
            read,
            latencies.all(),
            unfinished,
            seconds,
            series,
            conflicts,
            retries,
            hotKeys,
            verdict,
            verdictReason,
            steadyFrom == null ? OptionalInt.empty() : OptionalInt.of(steadyFrom),
            client,
            messages,
            interrupted);
    return new RunResult(
        manifest,
        loadResult,
        Optional.ofNullable(verification),
        events,
        new Telemetry(samples, telemetry == null ? Map.of() : telemetry.sources()));
  }
}
