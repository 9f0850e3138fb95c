package org.portolan.bench.generator;

import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.portolan.bench.load.Latencies;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.Worker;
import org.portolan.bench.load.Workload;

/**
 * A stub store that answers at once, except one operation in {@code stallEvery}, which takes a
 * known time. Use one worker: then the responses follow from the schedule alone.
 */
record StallingWorkload(long stallEvery, long stallNanos) {

  /** Returns the workload; it may run several times. */
  Workload workload() {
    return new OneOperation("answer", (number, seed) -> worker());
  }

  private Worker worker() {
    long[] turn = new long[1];
    return () -> {
      if (stalls(turn[0]++)) {
        stall(System.nanoTime() + stallNanos);
      }
      return Outcome.ok(0);
    };
  }

  private boolean stalls(long turn) {
    return turn % stallEvery == stallEvery / 2;
  }

  private static void stall(long end) {
    for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("a stall was interrupted; the stub store changed nothing");
      }
      LockSupport.parkNanos(left);
    }
  }

  /**
   * Returns the responses of a uniform schedule by Lindley's recursion: each operation starts when
   * it is due, or when the one before it has ended.
   */
  Histogram expected(long ratePerSecond, long operations) {
    Histogram expected = Latencies.histogram();
    long free = 0;
    for (long turn = 0; turn < operations; turn++) {
      long due = turn * 1_000_000_000 / ratePerSecond;
      free = Math.max(due, free) + (stalls(turn) ? stallNanos : 0);
      Latencies.record(expected, free - due);
    }
    return expected;
  }
}
