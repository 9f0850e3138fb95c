package org.portolan.bench.load;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;
import org.portolan.data.ConflictCause;

/**
 * What came of one run. Totals leave the warm-up out: an operation belongs to the run if its
 * intended start lies in the measured time.
 *
 * @param operations one for each kind of the workload, in its order
 * @param response from the intended start, of all kinds; {@code unfinished} operations are in it
 *     with what they had waited when the run ended, which is less than they would have
 * @param unfinished operations that were due but had not ended when the run did: not in {@code
 *     operations}
 * @param seconds from the beginning of the measured time to its end, or to the end of the last
 *     operation if that was later
 * @param conflicts operations given up, by where they met others
 * @param retries attempts inside operations that met others and were made again, where the workload
 *     knows
 * @param hotKeys the keys of conflicts and retries, most first
 * @param verdictReason one sentence with the figures that led to the verdict
 * @param steadyFrom the second from which the run was steady ({@link SteadySecond}); empty if it
 *     never was
 * @param messages the first messages of failures of each kind, bounded
 * @param interrupted whether it was stopped before its time
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
    conflicts = Map.copyOf(conflicts);
    retries = Map.copyOf(retries);
    hotKeys = List.copyOf(hotKeys);
    messages = List.copyOf(messages);
  }

  /** Returns how many operations of all kinds had an outcome. */
  public long count(OutcomeKind kind) {
    return operations.stream().mapToLong(operation -> operation.count(kind)).sum();
  }

  /** Returns the operations done and right in a second. */
  public double throughput() {
    return seconds > 0 ? count(OutcomeKind.OK) / seconds : 0;
  }

  /** Returns how many outcomes were failures. Operations unfinished at the end are not in it. */
  public long failures() {
    long failures = 0;
    for (OutcomeKind kind : OutcomeKind.values()) {
      failures += kind.failure() ? count(kind) : 0;
    }
    return failures;
  }

  /** Returns how many operations came due in the measured time. */
  public long due() {
    return operations.stream().mapToLong(OperationResult::total).sum() + unfinished;
  }
}
