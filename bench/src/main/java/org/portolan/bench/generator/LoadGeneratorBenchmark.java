package org.portolan.bench.generator;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.generator.HighestRate.Kept;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadListener;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Workload;
import org.portolan.bench.statistics.Spread;

/**
 * The load generator's own limit and accuracy. It measures the highest rate of operations that do
 * nothing at which 99 in a hundred start within a millisecond of their time. It also compares the
 * reported responses of a stub store with known stalls with those calculated from the schedule.
 */
public final class LoadGeneratorBenchmark extends Benchmark {
  private static final long LAG_NANOS_MAX = 1_000_000;
  private static final long STALL_RATE = 1_000;
  private static final StallingWorkload STALLS = new StallingWorkload(1_000, 200_000_000);
  private static final double[] PERCENTILES = {50, 80, 90, 99, 99.9, 100};

  public LoadGeneratorBenchmark() {
    super(
        "load-generator",
        "The highest rate of the load generator itself, and the accuracy of its latencies.",
        List.of(
            Parameter.whole("threads", 1, 1_000, 2, "The number of workers."),
            Parameter.decimal(
                "seconds",
                0.1,
                600,
                2,
                "The measured time of each rate, after a warm-up of the same length."),
            Parameter.rounds(3),
            Parameter.whole("seed", 0, Long.MAX_VALUE, 1, "The seed of the schedules.")));
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    List<LoadResult> closed = new ArrayList<>();
    List<Kept> highest = new ArrayList<>();
    List<LoadResult> stalls = new ArrayList<>();
    for (int round = 0; round < options.integer("rounds"); round++) {
      LoadResult alone = idle(new Drive.Closed(options.integer("threads"), Duration.ZERO), options);
      closed.add(alone);
      highest.add(highest(alone.throughput(), options, live));
      stalls.add(stalls(options));
    }
    live.show("");
    print(closed, highest, stalls, report);
  }

  /** Runs operations that do nothing. */
  private static LoadResult idle(Drive drive, BenchOptions options) {
    Workload workload = new OneOperation("no-operation", (number, seed) -> () -> Outcome.ok(0));
    Duration each = Duration.ofMillis(Math.round(options.decimal("seconds") * 1_000));
    LoadSpec spec = new LoadSpec(drive, each, each, options.number("seed"));
    return new LoadGenerator(workload, spec, LoadListener.NONE).run();
  }

  private static Kept highest(double tooHigh, BenchOptions options, LiveLine live) {
    return HighestRate.find(
        tooHigh,
        rate -> {
          live.show(Text.format("trying %,.0f operations a second", rate));
          LoadResult result =
              idle(
                  new Drive.Open(rate, Drive.Arrivals.POISSON, options.integer("threads")),
                  options);
          long lag99 = result.operations().get(0).lag().getValueAtPercentile(99);
          return result.unfinished() == 0 && lag99 < LAG_NANOS_MAX
              ? Optional.of(new Kept(result.throughput(), lag99))
              : Optional.empty();
        });
  }

  private static LoadResult stalls(BenchOptions options) {
    Duration measured = Duration.ofSeconds(Math.max(2, Math.round(2 * options.decimal("seconds"))));
    LoadSpec spec =
        new LoadSpec(
            new Drive.Open(STALL_RATE, Drive.Arrivals.UNIFORM, 1),
            Duration.ZERO,
            measured,
            options.number("seed"));
    LoadResult result = new LoadGenerator(STALLS.workload(), spec, LoadListener.NONE).run();
    if (result.count(OutcomeKind.OK) != STALL_RATE * measured.toSeconds()) {
      throw new BenchmarkFailedException(
          "of "
              + STALL_RATE * measured.toSeconds()
              + " operations due "
              + result.count(OutcomeKind.OK)
              + " were counted");
    }
    return result;
  }

  private static void print(
      List<LoadResult> closed, List<Kept> highest, List<LoadResult> stalls, Report report) {
    Spread closedRate = Spread.of(closed, LoadResult::throughput);
    Spread nanos =
        Spread.of(
            closed,
            result -> result.client().processorSeconds() * 1e9 / result.count(OutcomeKind.OK));
    Spread highestRate = Spread.of(highest, Kept::perSecond);
    Spread late = Spread.of(highest, limit -> limit.late99Nanos() / 1e3);
    report.table(
        new Table("operations that do nothing", "a second", "of which each")
            .row("threads without a rate", closedRate.text(), nanos.text() + " ns of processor")
            .row("highest rate", highestRate.text(), late.text() + " us p99 lag"));
    report.text(
        Text.format(
            "\nHighest rate: 99 in 100 operations of a Poisson schedule start within a"
                + " millisecond of their time, in one of %s tries. %s\n\n",
            HighestRate.TRIES, highestRate.legend()));
    report.table(stallTable(stalls));
    report.text(
        "\nResponses in ms of a stub that stalls for 200 ms once a second, at 1,000 requests a"
            + " second.\n");
    report.end(
        new Summary()
            .add("closed-per-second", closedRate.median())
            .add("processor-nanos-each", nanos.median())
            .add("highest-rate", highestRate.median())
            .add("stall-p90-ms", percentile(90).applyAsDouble(stalls.get(0))));
  }

  private static Table stallTable(List<LoadResult> results) {
    Histogram expected = STALLS.expected(STALL_RATE, results.get(0).response().getTotalCount());
    List<String> heads = new ArrayList<>(List.of("known stalls"));
    List<String> theory = new ArrayList<>(List.of("by arithmetic"));
    List<String> measured = new ArrayList<>(List.of("response reported"));
    List<String> service = new ArrayList<>(List.of("service reported"));
    for (double percentile : PERCENTILES) {
      heads.add(percentile == 100 ? "max" : "p" + String.valueOf(percentile).replace(".0", ""));
      theory.add(Text.format("%.2f", expected.getValueAtPercentile(percentile) / 1e6));
      measured.add(Spread.of(results, percentile(percentile)).text());
      service.add(Spread.of(results, result -> result.serviceMillis(percentile)).text());
    }
    return new Table(heads.toArray(String[]::new))
        .row(theory.toArray(String[]::new))
        .row(measured.toArray(String[]::new))
        .row(service.toArray(String[]::new));
  }

  private static ToDoubleFunction<LoadResult> percentile(double percentile) {
    return result -> result.response().getValueAtPercentile(percentile) / 1e6;
  }
}
