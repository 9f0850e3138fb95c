package org.portolan.bench.evolve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.load.Latencies;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.Workload;

/**
 * Operations that start at a rate in a thread of their own, from the beginning of a benchmark to
 * its end; any part of that time can be asked for. Thread-safe.
 */
final class Stream implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofHours(12);
  private static final long HALF_A_SECOND = 500_000_000L;

  private final LoadGenerator generator;
  private final Thread thread;
  private final List<Second> seconds = new ArrayList<>();
  private volatile LoadResult result;
  private volatile RuntimeException broken;

  /** What ended in a second, which itself ended at a time of this machine. */
  private record Second(long endNanos, long ok, Histogram responses) {}

  /**
   * What ended in some time.
   *
   * @param perSecond the successful operations
   * @param responses from the intended start to the end, in nanoseconds
   */
  record Part(double perSecond, Histogram responses) {
    double millis(double percentile) {
      return responses.getValueAtPercentile(percentile) / 1e6;
    }
  }

  /** Begins. */
  Stream(Workload workload, double ratePerSecond, int workers, long seed) {
    LoadSpec spec = LoadSpec.open(ratePerSecond, workers, Duration.ZERO, LONGEST, seed);
    this.generator =
        new LoadGenerator(
            workload, spec, (sample, responses, unanswered) -> add(sample.ok(), responses));
    this.thread = new Thread(this::run, "load of " + workload.name());
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    try {
      result = generator.run();
    } catch (RuntimeException e) {
      broken = e;
    }
  }

  private synchronized void add(long ok, Histogram responses) {
    seconds.add(new Second(System.nanoTime(), ok, responses));
  }

  /**
   * Returns what ended between two times of {@link System#nanoTime}, by whole seconds of which the
   * larger part lies in between.
   *
   * @throws BenchmarkFailedException if there is no such second, or the load has broken off
   */
  synchronized Part between(long from, long to) {
    if (broken != null) {
      throw new BenchmarkFailedException("the load broke off: " + broken, broken);
    }
    Histogram all = Latencies.histogram();
    long ok = 0;
    int count = 0;
    for (Second second : seconds) {
      if (second.endNanos() > from + HALF_A_SECOND && second.endNanos() <= to + HALF_A_SECOND) {
        all.add(second.responses());
        ok += second.ok();
        count++;
      }
    }
    if (count == 0) {
      throw new BenchmarkFailedException(
          "the change took less than a second, too short to measure; give more --pages");
    }
    return new Part((double) ok / count, all);
  }

  /** Ends the operations. */
  @Override
  public void close() {
    generator.stop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the wait for the end of the load was interrupted", e);
    }
  }

  /** Returns the number of failed operations, and the first messages; after {@link #close}. */
  List<String> failures() {
    return result == null || result.failures() == 0 ? List.of() : List.copyOf(result.messages());
  }
}
