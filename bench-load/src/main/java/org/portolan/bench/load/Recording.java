package org.portolan.bench.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * All that a run has measured so far. Times are nanoseconds since the run's beginning. {@link
 * #record} is called under this object's lock; the others take it.
 */
final class Recording {
  private static final long SECOND = 1_000_000_000;

  private final List<Totals> totals = new ArrayList<>();
  private final Histogram dispatchLate = Latencies.histogram();
  private final TreeMap<Integer, SecondSlot> open = new TreeMap<>();
  private final Deque<SecondSlot> unused = new ArrayDeque<>();
  private final long measuredFrom;
  private final long measuredTo;
  private int closedSeconds;
  private long busy;
  private long busyNanos;
  private long busyInStoreNanos;
  private long lastEnd;

  /**
   * An operation that went before another of the same worker.
   *
   * @param free when the worker had judged it
   */
  record Before(long start, long end, long free) {
    /** Before the first one a worker has nothing to do. */
    static final Before NONE = new Before(0, 0, 0);
  }

  /** A second that nothing is recorded for any more. */
  record Closed(SecondSample sample, Histogram responses) {}

  @SuppressWarnings("EnumOrdinal") // Places in an array of this process only.
  private static final class Totals {
    private final String operation;
    private final long[] outcomes = new long[OutcomeKind.values().length];
    private final Histogram response = Latencies.histogram();
    private final Histogram service = Latencies.histogram();
    private final Histogram lag = Latencies.histogram();

    private Totals(String operation) {
      this.operation = operation;
    }

    private void count(OutcomeKind kind) {
      outcomes[kind.ordinal()]++;
    }

    private OperationResult result() {
      Map<OutcomeKind, Long> counts = new EnumMap<>(OutcomeKind.class);
      for (OutcomeKind kind : OutcomeKind.values()) {
        if (outcomes[kind.ordinal()] > 0) {
          counts.put(kind, outcomes[kind.ordinal()]);
        }
      }
      return new OperationResult(operation, counts, response.copy(), service.copy(), lag.copy());
    }
  }

  /**
   * Begins with nothing.
   *
   * @param measuredFrom the first intended start that counts
   * @param measuredTo the first that does not count any more
   */
  Recording(List<String> operations, long measuredFrom, long measuredTo) {
    operations.forEach(operation -> totals.add(new Totals(operation)));
    this.measuredFrom = measuredFrom;
    this.measuredTo = measuredTo;
  }

  boolean measured(long intended) {
    return intended >= measuredFrom && intended < measuredTo;
  }

  /**
   * Notes one operation.
   *
   * @param before the worker's operation before this one
   */
  void record(int operation, OutcomeKind kind, long intended, Before before, long start, long end) {
    slot((int) Math.max(closedSeconds, end / SECOND)).add(kind, intended, start, end);
    if (!measured(intended)) {
      return;
    }
    Totals total = totals.get(operation);
    total.count(kind);
    Latencies.record(total.response, end - intended);
    Latencies.record(total.service, end - start);
    Latencies.record(total.lag, start - intended);
    Latencies.record(dispatchLate, start - Math.max(intended, before.free()));
    if (before.free() > intended) {
      busy++;
      busyNanos += start - before.start();
      busyInStoreNanos += before.end() - before.start();
    }
    lastEnd = Math.max(lastEnd, end);
  }

  private SecondSlot slot(int second) {
    SecondSlot slot = open.get(second);
    if (slot == null) {
      slot = unused.isEmpty() ? new SecondSlot() : unused.pop();
      open.put(second, slot);
    }
    return slot;
  }

  /** Returns the number of the first second that is not closed. */
  synchronized int closedSeconds() {
    return closedSeconds;
  }

  /** Closes the next second. What is recorded for it later counts for the one after it. */
  synchronized Closed close(SecondSample.Phase phase, MachineUse.Shares use, int busyWorkers) {
    int second = closedSeconds++;
    SecondSlot slot = slot(second);
    Closed closed = new Closed(slot.sample(second, phase, use, busyWorkers), slot.responses());
    open.remove(second);
    slot.clear();
    unused.push(slot);
    return closed;
  }

  /** Returns whether something is recorded that no closed second has. */
  synchronized boolean hasOpenSecond() {
    return !open.isEmpty();
  }

  synchronized List<OperationResult> results() {
    return totals.stream().map(Totals::result).toList();
  }

  /** Returns how late free workers started what was due. */
  synchronized long dispatchLate99() {
    return dispatchLate.getValueAtPercentile(99);
  }

  /** Returns how many operations came due when all workers were busy. */
  synchronized long busy() {
    return busy;
  }

  /**
   * Returns which share of their time workers were in the store just before they took an operation
   * that had waited for one of them; 1 if none had.
   */
  synchronized double inStoreWhenBusy() {
    return busyNanos == 0 ? 1 : (double) busyInStoreNanos / busyNanos;
  }

  /** Returns the end of the operation that ended last; 0 if there was none. */
  synchronized long lastEnd() {
    return lastEnd;
  }
}
