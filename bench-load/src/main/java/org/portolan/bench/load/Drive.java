package org.portolan.bench.load;

import java.time.Duration;
import org.portolan.bench.api.Spelled;

/** The rule by which operations start. */
public sealed interface Drive {
  int WORKERS_MAX = 10_000;

  /** Returns how many operations can be under way at once. */
  int workers();

  /**
   * Each thread starts its next operation when its last one has ended; this shows the maximum
   * throughput of a store. A slow answer delays the next operation, so latencies under this drive
   * do not describe independent users.
   *
   * @param thinkTime between the end of an operation and the start of the next
   */
  record Closed(int threads, Duration thinkTime) implements Drive {
    public Closed {
      checkWorkers(threads);
      if (thinkTime.isNegative()) {
        throw new IllegalArgumentException("a think time must not be negative: " + thinkTime);
      }
    }

    @Override
    public int workers() {
      return threads;
    }
  }

  /**
   * Operations start according to a schedule made beforehand, however slow the store is. If all
   * workers are busy, an operation starts late, and its latency includes the wait.
   *
   * @param ratePerSecond the number of operations to start in a second
   * @param workers how many can be under way at once
   */
  record Open(double ratePerSecond, Arrivals arrivals, int workers) implements Drive {
    public Open {
      checkWorkers(workers);
      if (!(ratePerSecond > 0) || ratePerSecond > 1e9) {
        throw new IllegalArgumentException(
            "a rate must be above 0 and at most 1e9 a second, not " + ratePerSecond);
      }
    }
  }

  /**
   * Like {@link Open}, with starts from another source, for example a trace.
   *
   * @param starts the source of the starts, which a run uses up
   * @param workers how many can be under way at once
   */
  record Given(Schedule starts, int workers) implements Drive {
    public Given {
      checkWorkers(workers);
    }
  }

  /** The distribution of the starts of an open drive. */
  enum Arrivals implements Spelled {
    /** At equal distances. */
    UNIFORM,
    /** Independent of each other, with exponential gaps, like the requests of many users. */
    POISSON
  }

  private static void checkWorkers(int workers) {
    if (workers < 1 || workers > WORKERS_MAX) {
      throw new IllegalArgumentException(
          "the number of workers must be from 1 to " + WORKERS_MAX + ", not " + workers);
    }
  }
}
