package org.portolan.bench.load;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The result of one kind of operation, without the warm-up. The histograms are in nanoseconds, with
 * three significant digits, up to {@link Latencies#HIGHEST}; a longer latency counts as that. They
 * contain operations of every outcome, since users wait for failures too, and must not be changed.
 *
 * @param outcomes the number of each kind of outcome; kinds that did not occur are absent
 * @param response from the intended start to the end: the time that a user waits
 * @param service from the actual start to the end: the time that the store took
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
