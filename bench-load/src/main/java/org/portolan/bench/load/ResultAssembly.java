package org.portolan.bench.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.portolan.data.ConflictCause;
import org.portolan.data.ConflictStatistics;

/** Assembles the result of a run from its recording, counters and messages. */
record ResultAssembly(
    Workload workload,
    LoadSpec spec,
    Recording recording,
    Troubles troubles,
    Marks before,
    Marks after,
    long measuredFrom) {
  private static final int HOT_KEYS_MAX = 20;

  /**
   * Assembles the result.
   *
   * @param waits the waiting times of operations that were due and have not ended
   * @param windowEnd the end of the measured time
   */
  LoadResult result(
      Histogram waits, long windowEnd, List<SecondSample> series, boolean interrupted) {
    List<OperationResult> operations = recording.results();
    Histogram response = Latencies.histogram();
    operations.forEach(operation -> response.add(operation.response()));
    response.add(waits);
    double seconds = Math.max(0, Math.max(windowEnd, recording.lastEnd()) - measuredFrom) / 1e9;
    long total = operations.stream().mapToLong(OperationResult::total).sum();
    ClientUse client =
        new ClientUse(
            before.processorNanos() < 0
                ? -1
                : (after.processorNanos() - before.processorNanos()) / 1e9,
            (after.collectionMillis() - before.collectionMillis()) / 1e3,
            recording.dispatchLate99(),
            total == 0 ? 0 : (double) recording.busy() / total);
    VerdictRule rule =
        VerdictRule.of(spec, response, seconds, recording.inStoreWhenBusy(), client, workload);
    return new LoadResult(
        spec,
        operations,
        response,
        waits.getTotalCount(),
        seconds,
        series,
        troubles.conflicts(),
        retries(),
        hotKeys(),
        rule.verdict(),
        rule.reason(),
        SteadySecond.first(series),
        client,
        troubles.messages(),
        interrupted);
  }

  /** Returns the store's own count of conflicts in the measured time. */
  private Optional<ConflictStatistics> counted() {
    return after
        .conflicts()
        .map(now -> before.conflicts().map(then -> now.since(then)).orElse(now));
  }

  private Map<ConflictCause, Long> retries() {
    return counted().map(ConflictStatistics::retries).orElse(Map.of());
  }

  /**
   * The store counts the keys of conflicts too. If both counts have a key, the higher one counts.
   */
  private List<HotKey> hotKeys() {
    Map<String, HotKey> keys = new HashMap<>();
    troubles.hotKeys(HOT_KEYS_MAX).forEach(hot -> keys.put(hot.key(), hot));
    Map<String, Long> inStore = new HashMap<>();
    for (var hot : counted().map(ConflictStatistics::hotKeys).orElse(List.of())) {
      inStore.merge(HotKeys.kept(hot.key()), hot.conflicts(), Long::sum);
    }
    inStore.forEach(
        (key, conflicts) ->
            keys.merge(
                key,
                new HotKey(key, conflicts, 0),
                (ours, theirs) -> ours.conflicts() >= theirs.conflicts() ? ours : theirs));
    List<HotKey> hottest = new ArrayList<>(keys.values());
    hottest.sort(Comparator.comparingLong(HotKey::conflicts).reversed().thenComparing(HotKey::key));
    return hottest.subList(0, Math.min(HOT_KEYS_MAX, hottest.size()));
  }
}
