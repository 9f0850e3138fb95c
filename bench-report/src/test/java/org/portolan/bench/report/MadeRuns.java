package org.portolan.bench.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.portolan.bench.load.ClientUse;
import org.portolan.bench.load.HotKey;
import org.portolan.bench.load.Latencies;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.SecondSample;
import org.portolan.bench.load.Verdict;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.RunEvent;
import org.portolan.bench.telemetry.Sample;
import org.portolan.bench.telemetry.Telemetry;
import org.portolan.data.ConflictCause;

/** Results of runs that never ran, with the data for a report, all from a seed. */
final class MadeRuns {
  private static final int SECONDS = 60;
  private static final int WARM_UP = 10;

  private MadeRuns() {}

  /** Returns repeats whose median response is about {@code medianMs}. */
  static RunGroup group(String name, int repeats, double medianMs, double rate, long seed) {
    return new RunGroup(
        name,
        IntStream.range(0, repeats)
            .mapToObj(repeat -> run(name, medianMs, rate, seed + repeat, List.of()))
            .toList());
  }

  /** Returns the same run with three servers; the last one has a given share of the load. */
  static RunResult withServers(RunResult run, double lastShare) {
    List<Sample> samples = new ArrayList<>();
    double size = Math.exp(0.02 * new Random(run.load().spec().seed()).nextGaussian());
    for (int second = 0; second <= SECONDS; second++) {
      samples.add(
          new Sample(
              second, Sample.CLIENT, "", Map.of(Figure.PROCESSOR_NANOS, Math.round(9e7 * size))));
      for (int server = 1; server <= 3; server++) {
        double share = server == 3 ? lastShare : (1 - lastShare) / 2;
        samples.add(
            new Sample(
                second,
                "node-" + server,
                "node",
                Map.of(
                    Figure.READS, Math.round(1_000 * share),
                    Figure.WRITES, Math.round(100 * share),
                    Figure.PROCESSOR_NANOS, Math.round(5e8 * share * size),
                    Figure.SENT_BYTES, Math.round(2e5 * share * size),
                    Figure.RECEIVED_BYTES, Math.round(1e6 * share * size),
                    Figure.COMPACTIONS_RUNNING, second == 30 && server == 1 ? 1L : 0L)));
      }
    }
    return new RunResult(
        run.manifest(),
        run.load(),
        run.verification(),
        run.events(),
        new Telemetry(samples, Map.of("requests", "of <replicas>")));
  }

  static RunResult run(String workload, double medianMs, double rate, long seed) {
    return run(workload, medianMs, rate, seed, List.of());
  }

  /** Returns the same run, but every operation timed out. */
  static RunResult withoutOk(RunResult run) {
    LoadResult load = run.load();
    List<OperationResult> failed =
        load.operations().stream()
            .map(
                operation ->
                    new OperationResult(
                        operation.operation(),
                        Map.of(OutcomeKind.TIMEOUT, operation.total()),
                        operation.response(),
                        operation.service(),
                        operation.lag()))
            .toList();
    return new RunResult(
        run.manifest(),
        new LoadResult(
            load.spec(),
            failed,
            load.response(),
            load.unfinished(),
            load.seconds(),
            load.series(),
            load.conflicts(),
            load.retries(),
            load.hotKeys(),
            load.verdict(),
            load.verdictReason(),
            load.steadyFrom(),
            load.client(),
            load.messages(),
            load.interrupted()),
        run.verification(),
        run.events(),
        run.telemetry());
  }

  static RunResult run(
      String workload, double medianMs, double rate, long seed, List<RunEvent> events) {
    Random random = new Random(seed);
    double speed = Math.exp(0.02 * random.nextGaussian());
    OperationResult reads = operation("read", medianMs / speed, (int) (rate * 45), random);
    OperationResult updates = operation("update", 3 * medianMs / speed, (int) (rate * 5), random);
    Histogram all = Latencies.histogram();
    all.add(reads.response());
    all.add(updates.response());
    LoadSpec spec =
        LoadSpec.open(
            rate, 32, Duration.ofSeconds(WARM_UP), Duration.ofSeconds(SECONDS - WARM_UP), seed);
    LoadResult load =
        new LoadResult(
            spec,
            List.of(reads, updates),
            all,
            0,
            SECONDS - WARM_UP,
            series(rate * speed, medianMs / speed, random),
            Map.of(ConflictCause.SAME_ROW, 12L),
            Map.of(ConflictCause.INDEX_ONLY, 40L),
            List.of(new HotKey("page_list/<Main & \"Page\">", 31, 2)),
            Verdict.KEPT_UP,
            "free workers started 99 % of operations within 0.1 ms",
            OptionalInt.of(WARM_UP),
            new ClientUse(12.5, 0.25, 100_000, 0),
            List.of(),
            false);
    Manifest manifest =
        new Manifest(
            Manifest.FORMAT,
            Manifest.State.COMPLETE,
            "2026-01-02T03:04:05Z",
            "0.1.0",
            "0123456",
            workload,
            Map.of("rate", "1000"),
            Map.of("records", "<5000>"),
            Map.of("processors", "2"));
    return new RunResult(
        manifest, load, Optional.empty(), events, new Telemetry(List.of(), Map.of()));
  }

  private static OperationResult operation(String name, double medianMs, int count, Random random) {
    Histogram response = Latencies.histogram();
    Histogram service = Latencies.histogram();
    Histogram lag = Latencies.histogram();
    for (int index = 0; index < count; index++) {
      long nanos = Math.round(1e6 * medianMs * Math.exp(0.5 * random.nextGaussian()));
      Latencies.record(service, nanos);
      Latencies.record(response, nanos + 50_000);
      Latencies.record(lag, 50_000);
    }
    return new OperationResult(name, Map.of(OutcomeKind.OK, (long) count), response, service, lag);
  }

  private static List<SecondSample> series(double rate, double medianMs, Random random) {
    List<SecondSample> series = new ArrayList<>();
    for (int second = 0; second < SECONDS; second++) {
      double cold = 1 + 2 * Math.max(0, WARM_UP - second) / (double) WARM_UP;
      double noise = Math.exp(0.05 * random.nextGaussian()) * cold;
      long median = Math.round(1e6 * medianMs * noise);
      series.add(
          new SecondSample(
              second,
              second < WARM_UP ? SecondSample.Phase.WARM_UP : SecondSample.Phase.MEASURED,
              Math.round(rate / noise),
              second == 40 ? 3 : 0,
              0,
              median,
              median,
              median * 2,
              median * 3,
              median * 6,
              median,
              median * 3,
              100_000,
              4,
              0.5,
              0.25));
    }
    return series;
  }
}
