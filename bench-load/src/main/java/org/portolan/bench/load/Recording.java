package org.portolan.bench.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * All measurements of a run so far. Times are nanoseconds since the run's beginning. The caller of
 * {@link #record} holds this object's lock; the other methods take it.
 */
final class Recording {
  private static final long SECOND = 1_000_000_000;

  private final List<String> operations;
  private final List<Tally> totals = new ArrayList<>();
  private final Histogram dispatchLate = Latencies.histogram();
  private final TreeMap<Integer, Tally> open = new TreeMap<>();
  private final Deque<Tally> unused = new ArrayDeque<>();
  private final long measuredFrom;
  private final long measuredTo;
  private int closedSeconds;
  private long busy;
  private long busyNanos;
  private long busyInStoreNanos;
  private long lastEnd;

  /**
   * The operation before another one of the same worker.
   *
   * @param free when the worker had verified it and was free again
   */
  record Before(long start, long end, long free) {
    /** Before its first operation a worker is free. */
    static final Before NONE = new Before(0, 0, 0);
  }

  /** A second for which no more operations are recorded. */
  record Closed(SecondSample sample, Histogram responses, Histogram notAnswered) {}

  /**
   * Begins without measurements.
   *
   * @param measuredFrom the first intended start that counts
   * @param measuredTo the first intended start after those that count
   */
  Recording(List<String> operations, long measuredFrom, long measuredTo) {
    this.operations = operations;
    operations.forEach(operation -> totals.add(new Tally()));
    this.measuredFrom = measuredFrom;
    this.measuredTo = measuredTo;
  }

  boolean measured(long intended) {
    return intended >= measuredFrom && intended < measuredTo;
  }

  /**
   * Records one operation.
   *
   * @param before the worker's operation before this one
   */
  void record(int operation, OutcomeKind kind, long intended, Before before, long start, long end) {
    slot((int) Math.max(closedSeconds, end / SECOND)).add(kind, intended, start, end);
    if (!measured(intended)) {
      return;
    }
    totals.get(operation).add(kind, intended, start, end);
    Latencies.record(dispatchLate, start - Math.max(intended, before.free()));
    if (before.free() > intended) {
      busy++;
      busyNanos += start - before.start();
      busyInStoreNanos += before.end() - before.start();
    }
    lastEnd = Math.max(lastEnd, end);
  }

  private Tally slot(int second) {
    Tally slot = open.get(second);
    if (slot == null) {
      slot = unused.isEmpty() ? new Tally() : unused.pop();
      open.put(second, slot);
    }
    return slot;
  }

  /** Returns the number of the first open second. */
  synchronized int closedSeconds() {
    return closedSeconds;
  }

  /** Closes the next second. Operations recorded for it later count in the next open second. */
  synchronized Closed close(SecondSample.Phase phase, MachineUse.Shares use, int busyWorkers) {
    int second = closedSeconds++;
    Tally slot = slot(second);
    Closed closed =
        new Closed(
            slot.sample(second, phase, use, busyWorkers), slot.responses(), slot.notAnswered());
    open.remove(second);
    slot.clear();
    unused.push(slot);
    return closed;
  }

  /** Returns whether operations are recorded for a second that is not closed. */
  synchronized boolean hasOpenSecond() {
    return !open.isEmpty();
  }

  synchronized List<OperationResult> results() {
    return IntStream.range(0, operations.size())
        .mapToObj(operation -> totals.get(operation).result(operations.get(operation)))
        .toList();
  }

  /** Returns the 99th percentile of the lateness with which free workers started operations. */
  synchronized long dispatchLate99() {
    return dispatchLate.getValueAtPercentile(99);
  }

  /** Returns the number of operations that came due when all workers were busy. */
  synchronized long busy() {
    return busy;
  }

  /**
   * Returns the share of time that workers spent in the store just before they took an operation
   * that had waited for a free worker; 1 if no operation had waited.
   */
  synchronized double inStoreWhenBusy() {
    return busyNanos == 0 ? 1 : (double) busyInStoreNanos / busyNanos;
  }

  /** Returns the end of the operation that ended last; 0 if there was none. */
  synchronized long lastEnd() {
    return lastEnd;
  }
}
