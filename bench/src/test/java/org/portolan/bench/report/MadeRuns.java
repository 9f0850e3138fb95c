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
import org.portolan.bench.run.RunEvent;
import org.portolan.bench.run.RunResult;
import org.portolan.data.ConflictCause;

/** Results of runs that never ran: what a report needs, all from a seed. */
final class MadeRuns {
  private static final int SECONDS = 60;
  private static final int WARM_UP = 10;

  private MadeRuns() {}

  /** Returns repeats whose median response is about so many milliseconds. */
  static RunGroup group(String name, int repeats, double medianMs, double rate, long seed) {
    return new RunGroup(
        name,
        IntStream.range(0, repeats)
            .mapToObj(repeat -> run(name, medianMs, rate, seed + repeat, List.of()))
            .toList());
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
    return new RunResult(manifest, load, Optional.empty(), events);
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
