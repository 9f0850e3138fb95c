package org.portolan.bench.load;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What came of one kind of operation, warm-up left out. The histograms are in nanoseconds, with
 * three significant digits, up to {@link Latencies#HIGHEST}; longer ones count as that. They hold
 * operations of every outcome, since users wait for failures too, and are not to be changed.
 *
 * @param outcomes how many of each kind; those of none are absent
 * @param response from the intended start to the end: what a user sees
 * @param service from the actual start to the end: what the store took
 * @param lag from the intended to the actual start
 */
public record OperationResult(
    String operation,
    Map<OutcomeKind, Long> outcomes,
    Histogram response,
    Histogram service,
    Histogram lag) {

  public OperationResult {
    outcomes = Map.copyOf(outcomes);
  }

  public long count(OutcomeKind kind) {
    return outcomes.getOrDefault(kind, 0L);
  }

  public long ok() {
    return count(OutcomeKind.OK);
  }

  public long total() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }
}
