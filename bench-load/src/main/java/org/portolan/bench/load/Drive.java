package org.portolan.bench.load;

import java.time.Duration;
import org.portolan.bench.api.Spelled;

/** What makes an operation start. */
public sealed interface Drive {
  int WORKERS_MAX = 10_000;

  /** Returns how many operations can be under way at once. */
  int workers();

  /**
   * Each thread starts its next operation when the last has ended: what a store can do at most. A
   * slow answer delays what follows it, so latencies under this drive say nothing of users who come
   * whenever they come.
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
   * Operations start when a schedule made beforehand says so, however the store does. One that
   * cannot start because all workers are busy starts late, and the wait counts as its latency.
   *
   * @param ratePerSecond how many operations are to start in a second
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
   * As {@link Open}, with starts that somebody gives, for example a trace.
   *
   * @param starts taken anew by each run
   * @param workers how many can be under way at once
   */
  record Given(Starts starts, int workers) implements Drive {
    public Given {
      checkWorkers(workers);
    }
  }

  /** Starts that somebody gives. Shared by all workers of a run; thread-safe. */
  @FunctionalInterface
  interface Starts {
    /** There is none any more. */
    long END = Schedule.END;

    /**
     * Takes the next start, in nanoseconds since the beginning of the run, not before those taken
     * before; {@link #END} if there is none. The thread that takes it performs that operation next:
     * who gives the starts may remember by the thread what is to be done.
     */
    long next();
  }

  /** How the starts of an open drive are spread. */
  enum Arrivals implements Spelled {
    /** All the same time apart. */
    UNIFORM,
    /** Independent of each other: exponential gaps, as of many users. */
    POISSON
  }

  private static void checkWorkers(int workers) {
    if (workers < 1 || workers > WORKERS_MAX) {
      throw new IllegalArgumentException(
          "there must be from 1 to " + WORKERS_MAX + " workers, not " + workers);
    }
  }
}
