package org.portolan.bench.workload.wiki;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.bench.load.HotKeys;
import org.portolan.bench.load.Outcome;
import org.portolan.data.ConflictCause;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.ConflictStatistics.Groups;
import org.portolan.data.ConflictStatistics.HotKey;
import org.portolan.data.ConflictStatistics.Merges;

/** Counts the edit conflicts after which authors opened their page again. Thread-safe. */
final class Reopenings {
  private final Map<ConflictCause, Long> counts = new EnumMap<>(ConflictCause.class);
  private final HotKeys keys = new HotKeys();

  synchronized void add(Outcome.Conflict conflict) {
    counts.merge(conflict.cause(), 1L, Long::sum);
    conflict.keys().forEach(keys::add);
  }

  /** Adds these conflicts to the retries of a store: for an author, both are repeated attempts. */
  synchronized ConflictStatistics and(Optional<ConflictStatistics> store) {
    ConflictStatistics others =
        store.orElseGet(
            () ->
                new ConflictStatistics(0, Map.of(), Map.of(), List.of(), Merges.NONE, Groups.NONE));
    Map<ConflictCause, Long> retries = new EnumMap<>(ConflictCause.class);
    retries.putAll(others.retries());
    counts.forEach((cause, count) -> retries.merge(cause, count, Long::sum));
    Stream<HotKey> hot =
        keys.hottest(ConflictStatistics.HOT_KEYS_MAX).stream()
            .map(key -> new HotKey(key.key(), key.conflicts()));
    return new ConflictStatistics(
        others.commits(),
        retries,
        others.aborts(),
        Stream.concat(others.hotKeys().stream(), hot).toList(),
        others.merges(),
        others.groups());
  }
}
