package org.portolan.bench.load;

import org.HdrHistogram.Histogram;

/** The operations that ended in one open second. Used under the recording's lock. */
final class SecondSlot {
  private final Histogram response = Latencies.histogram();
  private final Histogram notAnswered = Latencies.histogram();
  private final Histogram service = Latencies.histogram();
  private final Histogram lag = Latencies.histogram();
  private long ok;
  private long failed;
  private long other;

  void add(OutcomeKind kind, long intended, long start, long end) {
    if (kind == OutcomeKind.OK) {
      ok++;
    } else if (kind.failure()) {
      failed++;
    } else {
      other++;
    }
    Latencies.record(response, end - intended);
    if (!kind.answered()) {
      Latencies.record(notAnswered, end - intended);
    }
    Latencies.record(service, end - start);
    Latencies.record(lag, start - intended);
  }

  SecondSample sample(
      int second, SecondSample.Phase phase, MachineUse.Shares use, int busyWorkers) {
    return new SecondSample(
        second,
        phase,
        ok,
        failed,
        other,
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

  /** Returns a copy of the responses so far. */
  Histogram responses() {
    return response.copy();
  }

  /** Returns a copy of the responses of operations without an answer. */
  Histogram notAnswered() {
    return notAnswered.copy();
  }

  void clear() {
    response.reset();
    notAnswered.reset();
    service.reset();
    lag.reset();
    ok = 0;
    failed = 0;
    other = 0;
  }
}
