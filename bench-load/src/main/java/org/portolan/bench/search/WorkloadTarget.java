package org.portolan.bench.search;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadListener;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.SecondSample;
import org.portolan.bench.load.Verdict;
import org.portolan.bench.load.Workload;
import org.portolan.bench.run.LoadParameters;
import org.portolan.bench.run.Measurement;
import org.portolan.bench.run.RunResult;

/**
 * A workload on its store, probed by the load generator. Used by one thread, except {@link #stop}.
 *
 * <p>An open probe has enough workers for twice the requests under way if each takes exactly as
 * long as the limit (Little's law). So if all workers are busy, the store is the cause, not their
 * number. If that needs more than {@link #WORKERS_MAX} workers and all are busy, the generator
 * counts as the limit, unless the operations that it started took longer than the limit.
 */
final class WorkloadTarget implements ProbeTarget {
  static final int WORKERS_MAX = 2_000;

  private static final int WORKERS_MIN = 32;
  private static final int LATE_PART_OF_LIMIT = 20;
  private static final Duration LOW_LOAD = Duration.ofSeconds(2);
  private static final double LOW_RATE_MIN = 10;
  private static final double LOW_RATE_MAX = 100;
  private static final double LOW_RATE_SHARE = 0.1;

  private final Workload workload;
  private final SearchSpec spec;
  private final Drive.Arrivals arrivals;
  private final Duration warmUp;

  /** The seed of low loads; each probe has its own. */
  private final long seed;

  private final Settling settling;
  private final ProbeRuns runs;
  private volatile Runnable running;
  private volatile boolean stopped;

  /**
   * @param workload prepared; the caller closes it
   * @param options of the search
   * @param runs how each probe is sampled and kept
   */
  WorkloadTarget(Workload workload, SearchSpec spec, BenchOptions options, ProbeRuns runs) {
    this.workload = workload;
    this.spec = spec;
    this.arrivals = LoadParameters.arrivals(options);
    this.warmUp = options.time("warm-up");
    this.seed = options.number("seed");
    this.runs = runs;
    this.settling = new Settling(this::lowLoad, options.time("settle"));
  }

  /** Ends the probe under way soon, and all later ones at once. May be called by any thread. */
  public void stop() {
    stopped = true;
    Runnable stop = running;
    if (stop != null) {
      stop.run();
    }
  }

  @Override
  public Settled settle() {
    return stopped ? Settled.atOnce() : settling.settle();
  }

  @Override
  public ProbeOutcome probe(int number, double load, Duration length) {
    LoadSpec run = new LoadSpec(drive(load), warmUp, length, seed + number).withLateMax(lateMax());
    List<ResponseBlock> blocks = new ArrayList<>();
    Measurement measurement = runs.measurement(number, workload, run, new Blocks(blocks));
    RunResult kept = stoppable(measurement::stop, () -> measurement.run(done -> Optional.empty()));
    LoadResult result = kept.load();
    addUnfinished(blocks, result);
    Histogram response = result.response();
    return new ProbeOutcome(
        load,
        length,
        blocks,
        result.throughput(),
        response.getValueAtPercentile(50),
        response.getValueAtPercentile(95),
        response.getValueAtPercentile(99),
        result.failures(),
        result.messages().isEmpty() ? "see the outcomes" : result.messages().get(0),
        clientBound(result),
        runs.directory(number),
        kept.beside(),
        result.interrupted() || stopped);
  }

  /**
   * The response includes the generator's lateness, so lateness by a small part of the limit is
   * harmless.
   */
  private Duration lateMax() {
    Duration part = spec.within().dividedBy(LATE_PART_OF_LIMIT);
    return part.compareTo(LoadSpec.LATE_MAX) > 0 ? part : LoadSpec.LATE_MAX;
  }

  private Drive drive(double load) {
    if (spec.by() == SearchSpec.Axis.THREADS) {
      return new Drive.Closed((int) load, Duration.ZERO);
    }
    double underWay = load * spec.within().toNanos() / 1e9;
    int workers = (int) Math.min(WORKERS_MAX, Math.max(WORKERS_MIN, Math.ceil(2 * underWay)));
    return new Drive.Open(load, arrivals, workers);
  }

  private <T> T stoppable(Runnable stop, Supplier<T> work) {
    running = stop;
    if (stopped) {
      stop.run();
    }
    try {
      return work.get();
    } finally {
      running = null;
    }
  }

  private Settling.Quick lowLoad() {
    double rate = Math.min(LOW_RATE_MAX, Math.max(LOW_RATE_MIN, spec.start() * LOW_RATE_SHARE));
    Drive drive =
        spec.by() == SearchSpec.Axis.THREADS
            ? new Drive.Closed(1, Duration.ZERO)
            : new Drive.Open(rate, Drive.Arrivals.UNIFORM, WORKERS_MIN);
    LoadGenerator generator =
        new LoadGenerator(
            workload, new LoadSpec(drive, Duration.ZERO, LOW_LOAD, seed), LoadListener.NONE);
    LoadResult result = stoppable(generator::stop, generator::run);
    return new Settling.Quick(
        Duration.ofNanos(Math.round(result.seconds() * 1e9)),
        result.response().getValueAtPercentile(50),
        result.response().getValueAtPercentile(95),
        result.unfinished());
  }

  private Optional<String> clientBound(LoadResult result) {
    boolean tooFew =
        result.verdict() == Verdict.WORKERS_BUSY
            && result.spec().drive() instanceof Drive.Open open
            && open.workers() == WORKERS_MAX
            && servedInTime(result) >= spec.share();
    return result.verdict() == Verdict.CLIENT_BOUND || tooFew
        ? Optional.of(result.verdictReason())
        : Optional.empty();
  }

  /**
   * Returns the share of operations that took no longer than the limit from their actual starts. If
   * too few did while all workers were busy, more workers would not have had quicker answers.
   */
  private double servedInTime(LoadResult result) {
    long limit = spec.within().toNanos();
    long all = 0;
    long late = 0;
    for (OperationResult operation : result.operations()) {
      all += operation.service().getTotalCount();
      late += above(operation.service(), limit);
    }
    return all == 0 ? 1 : 1 - (double) late / all;
  }

  /**
   * Operations that were due and never ended count as late if they waited longer than the limit.
   */
  private void addUnfinished(List<ResponseBlock> blocks, LoadResult result) {
    long limit = spec.within().toNanos();
    long late = above(result.response(), limit);
    for (OperationResult operation : result.operations()) {
      late -= above(operation.response(), limit);
    }
    if (late > 0) {
      blocks.add(ResponseBlock.of(spec.within(), late, 0, within -> 0));
    }
  }

  private static long above(Histogram histogram, long limit) {
    return histogram.getTotalCount() - histogram.getCountBetweenValues(0, limit);
  }

  /** Keeps the responses of each measured second. */
  private final class Blocks implements LoadListener {
    private final List<ResponseBlock> blocks;

    private Blocks(List<ResponseBlock> blocks) {
      this.blocks = blocks;
    }

    @Override
    public void second(SecondSample sample, Histogram responses, Histogram notAnswered) {
      if (sample.phase() != SecondSample.Phase.WARM_UP && sample.ended() > 0) {
        blocks.add(
            ResponseBlock.of(
                spec.within(),
                sample.ended(),
                notAnswered.getCountBetweenValues(0, spec.within().toNanos()),
                within -> responses.getCountBetweenValues(0, within)));
      }
    }
  }
}
