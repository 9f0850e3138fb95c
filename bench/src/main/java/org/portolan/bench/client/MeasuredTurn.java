package org.portolan.bench.client;

import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OutcomeKind;

/**
 * A turn of a comparison.
 *
 * @param processorMillis the processor time of this process and of the servers for an operation, in
 *     milliseconds; 0 if the servers are unknown
 * @param clientMillis the part of this process
 */
public record MeasuredTurn(LoadResult load, double processorMillis, double clientMillis) {
  public double throughput() {
    return load.throughput();
  }

  /** Returns a percentile of the service, in milliseconds. */
  public double serviceMillis(double percentile) {
    return load.serviceMillis(percentile);
  }

  /** Returns the operations for a second of processor time. */
  public double perProcessorSecond() {
    return 1_000 / processorMillis;
  }

  static MeasuredTurn of(LoadResult load, long processorNanos, long clientNanos) {
    double operations = load.count(OutcomeKind.OK);
    return new MeasuredTurn(
        load, processorNanos / 1e6 / operations, clientNanos / 1e6 / operations);
  }
}
