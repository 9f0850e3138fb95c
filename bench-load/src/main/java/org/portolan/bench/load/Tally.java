package org.portolan.bench.load;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** The outcomes and latencies of some operations. Used under the recording's lock. */
@SuppressWarnings("EnumOrdinal") // Places in an array of this process only.
final class Tally {
  private final long[] outcomes = new long[OutcomeKind.values().length];
  private final Histogram response = Latencies.histogram();
  private final Histogram notAnswered = Latencies.histogram();
  private final Histogram service = Latencies.histogram();
  private final Histogram lag = Latencies.histogram();

  void add(OutcomeKind kind, long intended, long start, long end) {
    outcomes[kind.ordinal()]++;
    Latencies.record(response, end - intended);
    if (!kind.answered()) {
      Latencies.record(notAnswered, end - intended);
    }
    Latencies.record(service, end - start);
    Latencies.record(lag, start - intended);
  }

  /** Returns a copy, without the kinds of outcomes that did not occur. */
  OperationResult result(String operation) {
    Map<OutcomeKind, Long> counts = new EnumMap<>(OutcomeKind.class);
    for (OutcomeKind kind : OutcomeKind.values()) {
      if (outcomes[kind.ordinal()] > 0) {
        counts.put(kind, outcomes[kind.ordinal()]);
      }
    }
    return new OperationResult(operation, counts, response.copy(), service.copy(), lag.copy());
  }

  SecondSample sample(
      int second, SecondSample.Phase phase, MachineUse.Shares use, int busyWorkers) {
    long failed = 0;
    long all = 0;
    for (OutcomeKind kind : OutcomeKind.values()) {
      failed += kind.failure() ? outcomes[kind.ordinal()] : 0;
      all += outcomes[kind.ordinal()];
    }
    long ok = outcomes[OutcomeKind.OK.ordinal()];
    return new SecondSample(
        second,
        phase,
        ok,
        failed,
        all - ok - failed,
        Math.round(response.getMean()),
        response.getValueAtPercentile(50),
        response.getValueAtPercentile(95),
        response.getValueAtPercentile(99),
        response.getMaxValue(),
        service.getValueAtPercentile(50),
        service.getValueAtPercentile(99),
        lag.getValueAtPercentile(99),
        busyWorkers,
        use.machine(),
        use.process());
  }

  /** Returns a copy of the responses. */
  Histogram responses() {
    return response.copy();
  }

  /** Returns a copy of the responses of operations without an answer. */
  Histogram notAnswered() {
    return notAnswered.copy();
  }

  void clear() {
    Arrays.fill(outcomes, 0);
    response.reset();
    notAnswered.reset();
    service.reset();
    lag.reset();
  }
}
