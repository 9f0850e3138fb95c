package org.portolan.bench.load;

import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;
import org.portolan.data.ConflictCause;

/**
 * The result of one run. Totals exclude the warm-up: an operation counts if its intended start lies
 * in the measured time.
 *
 * @param operations one result for each kind of operation, in the workload's order
 * @param response from the intended start, of all kinds; {@code unfinished} operations are included
 *     with their waiting time until the end of the run, which is less than their response would
 *     have been
 * @param unfinished operations that were due but had not ended when the run did: not in {@code
 *     operations}
 * @param seconds from the beginning of the measured time to its end, or to the end of the last
 *     operation if that was later
 * @param conflicts operations given up after conflicts, by cause
 * @param retries attempts inside operations that were repeated after conflicts, by cause, if the
 *     workload counts them
 * @param hotKeys the keys of conflicts and retries, most frequent first
 * @param verdictReason one sentence with the figures that led to the verdict
 * @param steadyFrom the second from which the run was steady ({@link SteadySecond}); empty if it
 *     never was
 * @param messages the first few messages of each kind of failure
 * @param interrupted whether the run was stopped early
 */
public record LoadResult(
    LoadSpec spec,
    List<OperationResult> operations,
    Histogram response,
    long unfinished,
    double seconds,
    List<SecondSample> series,
    Map<ConflictCause, Long> conflicts,
    Map<ConflictCause, Long> retries,
    List<HotKey> hotKeys,
    Verdict verdict,
    String verdictReason,
    OptionalInt steadyFrom,
    ClientUse client,
    List<String> messages,
    boolean interrupted) {

  public LoadResult {
    operations = List.copyOf(operations);
    series = List.copyOf(series);
    conflicts = inOrder(conflicts);
    retries = inOrder(retries);
    hotKeys = List.copyOf(hotKeys);
    messages = List.copyOf(messages);
  }

  /**
   * The files of two equal results are equal, so the causes keep the order of their declaration.
   */
  private static Map<ConflictCause, Long> inOrder(Map<ConflictCause, Long> counts) {
    Map<ConflictCause, Long> ordered = new EnumMap<>(ConflictCause.class);
    ordered.putAll(counts);
    return Collections.unmodifiableMap(ordered);
  }

  /** Returns the number of operations of all kinds with an outcome. */
  public long count(OutcomeKind kind) {
    return operations.stream().mapToLong(operation -> operation.count(kind)).sum();
  }

  /** Returns the successful operations per second. */
  public double throughput() {
    return seconds > 0 ? count(OutcomeKind.OK) / seconds : 0;
  }

  /** Returns a percentile of the service of the first kind of operation, in milliseconds. */
  public double serviceMillis(double percentile) {
    return operations.get(0).service().getValueAtPercentile(percentile) / 1e6;
  }

  /** Returns the number of failures, without operations that were unfinished at the end. */
  public long failures() {
    long failures = 0;
    for (OutcomeKind kind : OutcomeKind.values()) {
      failures += kind.failure() ? count(kind) : 0;
    }
    return failures;
  }

  /** Returns the number of operations that came due in the measured time. */
  public long due() {
    return operations.stream().mapToLong(OperationResult::total).sum() + unfinished;
  }
}
